"""Trains the reranker: python reranker.py (resumes where it was stopped).

The lower layers stay as MiniLM has them, so their states are computed once and kept (work/states-*.pt). Only the upper
layers and the small scoring head are trained, listwise, each question against every text of two worlds.
"""

import argparse
import random
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import late
import teacher
import texts


def options():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('--layers', default='0,1,2,4,5', help='which of the six layers stay')
    args.add_argument('--freeze', type=int, default=2, help='this many of them stay as they are')
    args.add_argument('--worlds', type=int, default=200)
    args.add_argument('--steps', type=int, default=700)
    args.add_argument('--minutes', type=float, default=60)
    args.add_argument('--rate', type=float, default=3e-5)
    args.add_argument('--head', type=float, default=30, help='the head learns this many times faster')
    args.add_argument('--share', type=float, default=0.25, help='what share of the learnt head stays')
    args.add_argument('--seed', type=int, default=7)
    args.add_argument('--threads', type=int, default=1)
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--name', default='reranker')
    return args.parse_args()


def tokens(tok, rows, limit):
    encoded = [e.ids for e in tok.encode_batch(rows)]
    return [r if len(r) <= limit else r[: limit - 1] + [late.SEP] for r in encoded]


SHARE = 0.5  # of what is drawn: authored talk
STORE = 500  # texts: the size of store that the word weights are made for


def rarity(share, store=STORE):
    df = store * share
    return torch.log(1 + (store - df + 0.5) / (df + 0.5))


def shares(rows):
    """In what part of the texts each word piece occurs."""
    df = torch.zeros(30522)
    for ids in rows:
        df[list(set(ids))] += 1
    return df / len(rows)


def told(train):
    return [row for part in train for world in part for row in world['rows'][world['asked'] :]]


def chunks(rows, size=24):
    """Texts of like length go through the layers together: most of a batch would be padding otherwise."""
    order = sorted(range(len(rows)), key=lambda at: len(rows[at]))
    return [order[at : at + size] for at in range(0, len(order), size)]


@torch.no_grad()
def states(model, freeze, rows):
    """Per text: the states after the frozen layers."""
    low = [None] * len(rows)
    for part in chunks(rows):
        ids, mask = teacher.pad([rows[at] for at in part])
        with torch.autocast('cpu', torch.bfloat16):
            x = model.embed(ids, torch.arange(ids.shape[1])[None], torch.zeros_like(ids))
            for layer in model.layers[:freeze]:
                x = layer(x, late.padding(mask))
        for row, at in enumerate(part):
            low[at] = x[row, : len(rows[at])].bfloat16()
    return low


def prepare(a, tok, model):
    """Worlds as token ids with their kept states; the slow part, done once."""
    kept = a.work / f'states-{a.layers.replace(",", "")}-{a.freeze}-{a.worlds}-{a.seed}.pt'
    if kept.exists():
        return torch.load(kept, weights_only=False)
    made = {'train': [], 'held': []}
    train, held = texts.load(a.worlds, a.seed)
    start = time.time()
    for name, parts in (('held', held[::12]), *(('train', part) for part in train)):
        done = []
        for world in parts:
            rows = tokens(tok, [q['q'] for q in world['questions']], 32) + tokens(tok, world['docs'], 64)
            done.append(
                {
                    'rows': rows,
                    'low': states(model, a.freeze, rows),
                    'asked': len(world['questions']),
                    'hits': [q['hits'] for q in world['questions']],
                }
            )
        made[name].append(done)
        print(f'{name}: {len(done)} worlds, {(time.time() - start) / 60:.1f} min', flush=True)
    torch.save(made, kept)
    return made


def finish(model, freeze, rows, low):
    """The trained layers over the kept states: last states, padded, in the order of rows, and the mask."""
    longest, out = max(map(len, rows)), [None] * len(rows)
    for part in chunks(rows):
        x = torch.nn.utils.rnn.pad_sequence([low[at] for at in part], batch_first=True)
        mask = (torch.arange(x.shape[1])[None] < torch.tensor([len(rows[at]) for at in part])[:, None]).long()
        with torch.autocast('cpu', torch.bfloat16):
            for layer in model.bert.layers[freeze:]:
                x = layer(x, late.padding(mask))
        x = F.pad(x.float(), (0, 0, 0, longest - x.shape[1]))
        for row, at in enumerate(part):
            out[at] = x[row]
    return torch.stack(out)


def gather(worlds):
    """Questions and documents of several worlds side by side, with the matrix of answers."""
    q, d, hits = [], [], []
    for world in worlds:
        base = len(d)
        pairs = list(zip(world['rows'], world['low']))
        q += pairs[: world['asked']]
        d += pairs[world['asked'] :]
        hits += [[base + at for at in row] for row in world['hits']]
    answers = torch.zeros(len(q), len(d))
    for row, at in enumerate(hits):
        answers[row, at] = 1
    return q, d, answers


def scored(model, freeze, worlds):
    q, d, hits = gather(worlds)
    sides = []
    for pairs in (q, d):
        rows = [row for row, _ in pairs]
        ids, mask = teacher.pad(rows)
        sides.append((ids, model.side(ids, mask, finish(model, freeze, rows, [low for _, low in pairs]))))
    return model.score(sides[0][0], sides[0][1], sides[1][1]), hits


def listwise(scores, hits):
    return (torch.logsumexp(scores, 1) - torch.logsumexp(scores + (1 - hits) * late.FAR, 1)).mean()


@torch.no_grad()
def measure(model, freeze, held):
    """Mean reciprocal rank on held-out worlds."""
    model.eval()
    found = []
    for world in held:
        scores, hits = scored(model, freeze, [world])
        best = scores.masked_fill(hits == 0, -1e9).amax(1, keepdim=True)
        found += (1 / (1 + (scores > best).sum(1))).tolist()
    model.train()
    return sum(found) / len(found)


@torch.no_grad()
def weigh(model, freeze, train):
    """Word weights: rarity over all the text, corrected in context towards rarity in the world at hand.

    A name that half of a store's texts carry says little there, however rare it is elsewhere; its state tells that it
    is such a name also where we never met it. A ridge regression, because our questions are too uniform to learn this
    from ranking.
    """
    everywhere = shares(told(train))
    model.begin(rarity(everywhere))
    seen, wanted = [], []
    for world in (world for part in train for world in part):
        asked, docs = world['rows'][: world['asked']], world['rows'][world['asked'] :]
        here = shares(docs) - 2 / len(docs)  # twice may be chance
        for row, x in zip(asked, finish(model, freeze, asked, world['low'][: len(asked)])):
            ids = torch.tensor(row[1:-1])
            seen.append(x[1 : len(row) - 1].double())
            wanted.append(
                (model.inverse(rarity(torch.maximum(everywhere, here)[ids])) - model.term.weight[ids, 0]).double()
            )
    x, y = torch.cat(seen), torch.cat(wanted)
    x = F.pad(x, (0, 1), value=1.0)
    fit = torch.linalg.solve(x.T @ x + 30 * torch.eye(385, dtype=torch.double), x.T @ y)
    model.context.weight.data[0], model.context.bias.data[0] = fit[:-1].float(), fit[-1].float()
    print(f'word weights: {len(y)} words, variance {y.var():.3f}, left {((x @ fit - y) ** 2).mean():.3f}', flush=True)


SMALL = ('tells.weight', 'tells.bias', 'worth.weight', 'worth.bias', 'whole', 'bias', 'scale')


@torch.no_grad()
def soften(model, begun, share):
    """Our talk is too uniform to trust the small head fully: only a share of what it learnt stays."""
    for name, p in model.named_parameters():
        if name in begun:
            p.copy_(begun[name] + share * (p - begun[name]))


def draw(rng, train):
    """Two conversations or passages: half are authored talk, most others made-up worlds, some trec-qa and xquad."""
    worlds, trec, xquad, own = train
    one, other = (rng.random() < SHARE for _ in range(2))
    return [
        rng.choice(own if one else worlds),
        rng.choice(own if other else rng.choice([worlds, worlds, trec, xquad])),
    ]


def main(a):
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    a.work.mkdir(parents=True, exist_ok=True)
    tok, keep = teacher.tokenizer(), tuple(map(int, a.layers.split(',')))
    model = late.Late(teacher.load(keep))
    made = prepare(a, tok, model.bert)
    train, held = made['train'], made['held'][0]
    rows = told(train)
    model.begin(rarity(shares(rows), len(rows)))
    begun = {n: p.detach().clone() for n, p in model.named_parameters() if n in SMALL}
    model.bert.norm.requires_grad_(False)
    model.bert.layers[: a.freeze].requires_grad_(False)
    body = [p for n, p in model.named_parameters() if n.startswith('bert.') and p.requires_grad]
    head = [p for n, p in model.named_parameters() if not n.startswith('bert.')]
    optimiser = torch.optim.AdamW(
        [{'params': body, 'lr': a.rate}, {'params': head, 'lr': a.rate * a.head}], weight_decay=0.01
    )
    scheme = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / 50) * max(0.02, 1 - s / a.steps))
    saved, step, rng, start, total = a.work / f'{a.name}.pt', 0, random.Random(a.seed), time.time(), 0.0
    if saved.exists():
        kept = torch.load(saved, weights_only=False)
        model.load_state_dict(kept['model'])
        optimiser.load_state_dict(kept['optimiser'])
        scheme.load_state_dict(kept['scheme'])
        rng.setstate(kept['rng'])
        step = kept['step']

    def save():
        torch.save(
            {
                'model': model.state_dict(),
                'optimiser': optimiser.state_dict(),
                'scheme': scheme.state_dict(),
                'step': step,
                'rng': rng.getstate(),
                'layers': keep,
            },
            saved,
        )

    print(f'step {step}: held-out MRR {measure(model, a.freeze, held):.4f}', flush=True)
    save()
    while step < a.steps and time.time() - start < a.minutes * 60:
        scores, hits = scored(model, a.freeze, draw(rng, train))
        loss = listwise(scores, hits)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(body + head, 1.0)
        optimiser.step()
        scheme.step()
        step += 1
        total += loss.item()
        if step % 25 == 0:
            print(f'step {step} {(time.time() - start) / 60:.1f} min: loss {total / 25:.4f}', flush=True)
            total = 0.0
        if step % 100 == 0 or step == a.steps:
            save()
            print(f'step {step}: held-out MRR {measure(model, a.freeze, held):.4f}', flush=True)
    save()
    soften(model, begun, a.share)
    weigh(model.eval(), a.freeze, train)
    torch.save({'model': model.state_dict(), 'step': step, 'layers': keep}, a.work / f'{a.name}-done.pt')
    print(f'done: held-out MRR {measure(model, a.freeze, held):.4f}')


if __name__ == '__main__':
    main(options())
