"""Trains the classifier of statements: node statements.mjs > work/statements.json && python statements.py.

One MiniLM, four questions. Of what was said before and a statement: would a person note it down? Of an earlier
statement and a later one: does the later end the earlier? Of a statement alone: is it not said what it is about? Of a
sentence said before and a statement: does the first say what the second is about? Lines are read both as they were
said and as the distiller stores them.
"""

import argparse
import json
import random
import re
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import generate
import late
import teacher

DEVICE = 'cuda' if torch.cuda.is_available() else 'cpu'
LIMIT = 96
OUTPUTS = ('keeps', 'ends', 'lacks', 'explains')
LABELS = {'-': 0, '+': 1, '~': 2}
AGAIN = {'changes': 4}  # a small set is read this many times in each epoch


def options():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('--layers', default='0,1,2,3,4,5', help='which of the six layers stay')
    args.add_argument('--held', default='', help='files (by name, comma-separated) that are only measured')
    args.add_argument('--measure', type=Path, help='another statements.json that is only measured')
    args.add_argument('--epochs', type=int, default=3)
    args.add_argument('--batch', type=int, default=32)
    args.add_argument('--rate', type=float, default=6e-5)
    args.add_argument('--stated', type=int, default=3000, help='statements of pairs, as worth keeping, in each epoch')
    args.add_argument('--strangers', type=int, default=4, help='later statements of other groups for each group')
    args.add_argument('--within', type=int, default=6000, help='comparisons within talks in each epoch')
    args.add_argument('--around', type=float, default=0.3, help='share of later statements beside another sentence')
    args.add_argument('--others', type=int, default=9, help='sentences before that do not say what one is about')
    args.add_argument('--seed', type=int, default=7)
    args.add_argument('--threads', type=int, default=2)
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--name', default='statements')
    args.add_argument('--begin', help='goes on from the weights of that name')
    return args.parse_args()


class Statements(nn.Module):
    """Logits of worth keeping [batch]; of standing, ending and saying again [batch, 3]; of a statement that lacks what
    it is about, and of a sentence that says it [batch]."""

    def __init__(self, bert: teacher.Bert):
        super().__init__()
        self.bert = bert
        self.keeps, self.ends = nn.Linear(3 * 384, 1), nn.Linear(3 * 384, 3)
        self.lacks, self.explains = nn.Linear(3 * 384, 1), nn.Linear(3 * 384, 1)

    def pooled(self, ids, mask, types):
        x = self.bert.embed(ids, torch.arange(ids.shape[1], device=ids.device)[None], types)
        for layer in self.bert.layers:
            x = layer(x, late.padding(mask))
        second = types.float()[..., None]
        first = (mask - types).float()[..., None]
        means = [(x * part).sum(1) / part.sum(1).clamp(min=1) for part in (first, second)]
        return torch.cat([x[:, 0], *means], 1)

    def forward(self, ids, mask, types):
        x = self.pooled(ids, mask, types)
        return {name: getattr(self, name)(x).squeeze(1) for name in OUTPUTS}


class Exported(nn.Module):
    """The usual inputs of a cross-encoder; probabilities, 0 to 1."""

    def __init__(self, statements: Statements):
        super().__init__()
        self.statements = statements

    def forward(self, input_ids, attention_mask, token_type_ids):
        return tuple(probable(self.statements(input_ids, attention_mask, token_type_ids)).values())


def probable(logits):
    """`explains` is in odds against none: of a list each is as likely as its part of 1 and all of their sum."""
    of = {'ends': lambda one: one.softmax(-1)[:, 1], 'explains': lambda one: one.clamp(max=20).exp()}
    return {name: of.get(name, torch.sigmoid)(one) for name, one in logits.items()}


pieces: dict[str, list[int]] = {}  # what was read before


def pieces_of(tok, text):
    if text not in pieces:
        pieces[text] = tok.encode(text, add_special_tokens=False).ids[:LIMIT]
    return pieces[text]


def pair(tok, first, second):
    """`[CLS] first [SEP] second [SEP]`; the first takes half of the row at most."""
    one, other = pieces_of(tok, first), pieces_of(tok, second)
    one = one[: (LIMIT - 3 + 1) // 2]
    other = other[: LIMIT - 3 - len(one)]
    ids = [late.CLS, *one, late.SEP, *other, late.SEP]
    return ids, [0] * (len(one) + 2) + [1] * (len(other) + 1)


NAMES = generate.LISTS['women'] + generate.LISTS['men']


def forms(line, rng):
    """A line as it was said, as it is stored, and, of several statements, one of them."""
    said, stated = line['said'], line['stated']
    if not stated:
        return said
    return rng.choice([said, ' '.join(stated), ' '.join(stated)])


def with_name(text, name):
    return re.sub(r'\b[Tt]he user\b', name, text) if name else text


def named(rows, rng):
    """Half of the rows about a person with a name, the same in both texts."""

    def row(first, second, mark):
        if rng.random() < 0.5:
            name = rng.choice(NAMES)
            first, second = with_name(first, name), with_name(second, name)
        return first, second, mark

    return [row(*one) for one in rows]


def within_turn(line, rng, around, sentences):
    """A line, or, as often as `around` says, the line with what else was said in one breath, before or behind it."""
    if rng.random() >= around:
        return forms(line, rng)
    other = rng.choice(sentences)
    both = [other, line] if rng.random() < 0.75 else [line, other]
    # Both as they were said, or both as they are stored.
    if rng.random() < 0.4 or not other['stated'] or not line['stated']:
        return ' '.join(one['said'] for one in both)
    return ' '.join(text for one in both for text in one['stated'])


def endings(groups, rng, strangers, around=0, sentences=()):
    """(earlier, later, label) of every line, and of lines that belong to other statements."""
    rows = []
    for group in groups:
        earlier = group['earlier']
        for line in group['later']:
            share = around if line['mark'] != '~' else 0
            rows.append((forms(earlier, rng), within_turn(line, rng, share, sentences), LABELS[line['mark']]))
            if line['mark'] == '-' and len(line['stated']) > 1:
                rows.append((forms(earlier, rng), rng.choice(line['stated']), 0))
        for _ in range(strangers):
            other = rng.choice(groups)
            line = rng.choice([other['earlier'], *other['later']])
            # Another home of one person would end the first.
            if other is not group and not set(line['one']) & set(earlier['one']):
                rows.append((forms(earlier, rng), forms(line, rng), 0))
    return rows


def worth(sentences, rng):
    """(before, statement, label), without what the author doubted."""
    rows = []
    for line in sentences:
        if line['mark'] == '~':
            continue
        for text in {line['said'], *line['stated']}:
            before = line['before'] if rng.random() < 0.8 else ''
            rows.append((before, text, float(line['mark'] == '+')))
    return rows


def lacking(sentences):
    """(empty, statement, label) of what lacks what it is about."""
    return [('', stored(line), float(line['lacks'])) for line in sentences if line['lacks'] is not None]


def choices(sentences, rng, others):
    """Of each statement the sentences before it, those that say what it is about first, and how many do: all that lack
    it, and as many of those that do not."""
    lists = []
    for line in sentences:
        if line['lacks'] is not None and line['by'] + line['others']:
            rest = rng.sample(line['others'], min(others, len(line['others'])))
            lists.append((bool(line['by']), stored(line), line['by'] + rest, len(line['by'])))
    yes, no = [one for one in lists if one[0]], [one for one in lists if not one[0]]
    return yes + rng.sample(no, min(len(no), len(yes)))


def stored(line):
    return ' '.join(line['stated']) or line['said']


def named_list(one, rng):
    mark, text, before, count = one
    # One name for the whole list.
    name = rng.choice(NAMES) if rng.random() < 0.5 else None
    return mark, with_name(text, name), [with_name(other, name) for other in before], count


LIKE = 0.5  # cosine from which a sentence may tell a fact of the profile


def news(tok, teaches, users, rng, most=6):
    """(earlier, later, label) within the talks of one user, as they will be compared: what a profile says was
    contradicted ended, and all else stands. What may have told a contradicted fact without being the likeliest is left
    out."""
    rows = []
    for sessions in users:
        known = []
        for session in sessions:
            later = [line for line in session['sentences'] if line['mark'] == '+']
            ended = [(fact['old'], fact['fact']) for fact in session['facts'] if fact['old']]
            texts = [line['said'] for line in known + later] + [text for pair in ended for text in pair]
            if known and later:
                vectors = teacher.encode(teaches, tok, texts)
                old, new, told = vectors.split([len(known), len(later), 2 * len(ended)])
                doubted = torch.zeros(len(known), len(later), dtype=torch.bool)
                for at in range(len(ended)):
                    one, other = old @ told[2 * at], new @ told[2 * at + 1]
                    if one.max() >= LIKE and other.max() >= LIKE:
                        rows.append((forms(known[int(one.argmax())], rng), forms(later[int(other.argmax())], rng), 1))
                    doubted |= (one >= LIKE - 0.15)[:, None] & (other >= LIKE - 0.15)[None]
                like = (old @ new.T).masked_fill(doubted, -1)
                for at, line in enumerate(later):
                    near = like[:, at].topk(min(most, len(known))).indices.tolist()
                    rows += [(forms(known[place], rng), forms(line, rng), 0) for place in near if like[place, at] > 0]
            known += later
    return rows


def told(groups, rng):
    """What is stated, or ended, is worth keeping, however briefly it is said."""
    lines = [line for group in groups for line in (group['earlier'], *group['later']) if line.get('mark') != '-']
    return [('', forms(line, rng), 1.0) for line in lines if len(line['stated']) == 1]


def batches(rows, size, rng):
    """Rows of like length together."""
    rows = rows[:]
    rng.shuffle(rows)
    parts = []
    for start in range(0, len(rows), size * 20):
        near = sorted(rows[start : start + size * 20], key=lambda row: len(row[0]) + len(row[1]))
        parts += [near[at : at + size] for at in range(0, len(near), size)]
    rng.shuffle(parts)
    return parts


def tensors(tok, rows):
    made = [pair(tok, row[0], row[1]) for row in rows]
    longest = max(len(ids) for ids, _ in made)
    filled = np.zeros((3, len(rows), longest), dtype=np.int64)
    for at, (ids, types) in enumerate(made):
        filled[:, at, : len(ids)] = ids, [1] * len(ids), types
    return torch.from_numpy(filled).to(DEVICE)


@torch.no_grad()
def probabilities(tok, model, rows):
    model.eval()
    order = sorted(range(len(rows)), key=lambda at: len(rows[at][0]) + len(rows[at][1]))
    found = {name: [0.0] * len(rows) for name in OUTPUTS}
    for start in range(0, len(order), 256):
        places = order[start : start + 256]
        for name, numbers in probable(model(*tensors(tok, [rows[at] for at in places]))).items():
            for at, one in zip(places, numbers.tolist()):
                found[name][at] = one
    model.train()
    return found


def report(tok, model, name, groups, sentences):
    rng = random.Random(1)
    rows = endings(groups, rng, 4)
    found = probabilities(tok, model, rows)['ends']
    yes = [p for p, row in zip(found, rows) if row[2] == 1]
    no = sorted((p for p, row in zip(found, rows) if row[2] != 1), reverse=True)
    above = lambda limit: sum(p > limit for p in yes) / len(yes)
    shares = ', '.join(f'{above(no[len(no) * n // 1000]):.3f} at {n / 10} %' for n in (1, 5, 10, 50))
    right = (sum(p > 0.5 for p in yes) + sum(p <= 0.5 for p in no)) / len(rows)
    print(f'  {name}: ends {right:.3f} right of {len(rows)}; found {shares} wrong', flush=True)
    rows = worth(sentences, rng)
    found = probabilities(tok, model, rows)['keeps']
    yes, no = (torch.tensor([p for p, row in zip(found, rows) if bool(row[2]) == mark]) for mark in (True, False))
    ranks = torch.searchsorted(no.sort().values, yes).float().mean() / len(no)
    print(f'  {name}: a worthy one before another {ranks:.4f}')
    for limit in (0.3, 0.5):
        yes = [p > limit for p, row in zip(found, rows) if row[2]]
        no = [p > limit for p, row in zip(found, rows) if not row[2]]
        print(f'  {name}: above {limit} {sum(yes) / len(yes):.3f} of the worthy, {sum(no) / len(no):.3f} of the rest')


def report_topics(tok, model, name, sentences):
    """How many that lack what they are about are found, and how often what is then quoted in front is right."""
    lines = [line for line in sentences if line['lacks'] is not None]
    alone = probabilities(tok, model, [('', stored(line), 0) for line in lines])['lacks']
    rows = [(before, stored(line), 0) for line in lines for before in line['by'] + line['others']]
    scores = iter(probabilities(tok, model, rows)['explains'])
    best = []
    for line in lines:
        odds = [next(scores) for _ in line['by'] + line['others']]
        top = max(range(len(odds)), key=odds.__getitem__, default=-1)
        best.append((odds[top] / (1 + sum(odds)) if odds else 0.0, top < len(line['by'])))
    lacks = sum(line['lacks'] for line in lines)
    explained = [right for line, (_, right) in zip(lines, best) if line['by']]
    right = sum(explained)
    print(f'  {name}: {len(lines)} statements, {lacks} lack something; {right} right of {len(explained)} explained')
    for least, likely in ((0.15, 0.3), (0.15, 0.45), (0.15, 0.6), (0.5, 0.3), (0.5, 0.45), (0.5, 0.6)):
        quoted = [(line, right) for line, one, (p, right) in zip(lines, alone, best) if one > least and p > likely]
        right = sum(right for line, right in quoted)
        needless = sum(not line['lacks'] for line, _ in quoted)
        print(f'  {name}: above {least}, {likely} {len(quoted)} quoted, {right} right, {needless} needless', flush=True)


def measure(tok, model, data):
    for kind, groups in data['pairs'].items():
        users = data['talks'][kind]
        report(tok, model, kind, groups, sentences_of(users))
        report_topics(tok, model, kind, sentences_of(users))
        rows = news(tok, teacher.load(), users, random.Random(1))
        found = probabilities(tok, model, rows)['ends']
        wrong = [sum(p > limit for p, row in zip(found, rows) if row[2] == 0) for limit in (0.5, 0.9)]
        print(f'  {kind}: of {len(rows)} within talks {wrong} wrongly above 0.5 and 0.9', flush=True)


def sentences_of(users):
    return [line for user in users for session in user for line in session['sentences']]


def loss_of_lists(logits, lists):
    """Of a list, or none of it (logit 0), those that say it are as likely as can be."""
    losses, start = [], 0
    for mark, _, before, count in lists:
        own = logits[start : start + len(before)].float()
        start += len(before)
        whole = torch.cat([own, own.new_zeros(1)])
        wanted = own[:count] if mark else whole[-1:]
        losses.append(torch.logsumexp(whole, 0) - torch.logsumexp(wanted, 0))
    return torch.stack(losses).mean()


def loss_of(task, logits, labels):
    marks = torch.tensor(labels, device=DEVICE)
    if task == 'ends':
        return F.cross_entropy(logits[task].float(), marks, label_smoothing=0.05)
    return F.binary_cross_entropy_with_logits(logits[task].float(), marks * 0.95 + 0.025)


def trained(path):
    kept = torch.load(path, weights_only=False)
    model = Statements(teacher.load(kept['layers'])).to(DEVICE)
    # Weights of before these questions were asked have no heads for them.
    model.load_state_dict({name: value.float() for name, value in kept['model'].items()}, strict=False)
    return model


def main(a):
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng = random.Random(a.seed)
    data = json.loads((a.work / 'statements.json').read_text())
    apart = set(filter(None, a.held.split(',')))
    pick = lambda kind, inside: [
        row for name, rows in data[kind].items() if (name in apart) == inside for row in rows * AGAIN.get(name, 1)
    ]
    tok, keep = teacher.tokenizer(), tuple(map(int, a.layers.split(',')))
    model = trained(a.work / f'{a.begin}.pt') if a.begin else Statements(teacher.load(keep)).to(DEVICE)
    for frozen in (model.bert.places, model.bert.types):
        frozen.weight.requires_grad_(False)
    body = [p for n, p in model.named_parameters() if n.startswith('bert.') and p.requires_grad]
    head = [p for n, p in model.named_parameters() if not n.startswith('bert.')]
    optimiser = torch.optim.AdamW(
        [{'params': body, 'lr': a.rate}, {'params': head, 'lr': a.rate * 15}], weight_decay=0.01, fused=True
    )
    groups, users = pick('pairs', False), pick('talks', False)
    sentences = sentences_of(users)
    beside = [line for line in sentences if not line['one'] and len(line['said']) < 90]
    within = news(tok, teacher.load().to(DEVICE), users, rng)
    print(f'{len(within)} comparisons within talks, {sum(row[2] for row in within)} ended', flush=True)

    def epoch():
        ends = endings(groups, rng, a.strangers, a.around, beside) + rng.sample(within, min(len(within), a.within))
        keeps = worth(sentences, rng) + rng.sample(told(groups, rng), a.stated)
        tasks = (('ends', ends), ('keeps', keeps), ('lacks', lacking(sentences)))
        lists = [named_list(one, rng) for one in choices(sentences, rng, a.others)]
        rng.shuffle(lists)
        size = a.batch // 8
        return [(task, part) for task, rows in tasks for part in batches(named(rows, rng), a.batch, rng)] + [
            ('explains', lists[at : at + size]) for at in range(0, len(lists), size)
        ]

    steps = a.epochs * len(epoch())
    scheme = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min(1, (s + 1) / 100) * max(0.02, 1 - s / steps))
    print(f'{len(groups)} groups, {len(sentences)} sentences, {steps} steps', flush=True)
    # Without instructions for it, sixteen bits take a CPU eight times as long; a GPU has few bits to multiply with.
    short = DEVICE == 'cpu' and torch.backends.cpu.get_cpu_capability() == 'AVX512'
    torch.set_float32_matmul_precision('high')
    model.train()
    start = time.time()
    for number in range(a.epochs):
        parts, total = epoch(), 0.0
        rng.shuffle(parts)
        for task, rows in parts:
            lists = task == 'explains'
            pairs = [(before, text) for _, text, many, _ in rows for before in many] if lists else rows
            with torch.autocast(DEVICE, torch.bfloat16, enabled=short):
                logits = model(*tensors(tok, pairs))
            loss = loss_of_lists(logits[task], rows) if lists else loss_of(task, logits, [row[2] for row in rows])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(body + head, 1.0)
            optimiser.step()
            scheme.step()
            total += loss.detach()
        print(f'epoch {number + 1}: loss {total / len(parts):.4f}, {(time.time() - start) / 60:.1f} min', flush=True)
        if apart and number + 1 == a.epochs:
            report(tok, model, 'held', pick('pairs', True), sentences_of(pick('talks', True)))
            report_topics(tok, model, 'held', sentences_of(pick('talks', True)))
        if a.measure:
            measure(tok, model, json.loads(a.measure.read_text()))
    state = {name: value.cpu() for name, value in model.state_dict().items()}
    torch.save({'model': state, 'layers': keep}, a.work / f'{a.name}.pt')


if __name__ == '__main__':
    main(options())
