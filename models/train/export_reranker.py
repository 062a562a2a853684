"""Exports work/<name>-done.pt (several names are averaged) as an int8 ONNX cross-encoder with tokenizer, config and
calibration."""

import argparse
import json
import random
from pathlib import Path

import numpy as np
import torch

import generate
import late
import reranker
import teacher
import texts
from publish import publish
from quantise import quantise


def average(paths):
    """Runs with different seeds, averaged: steadier than any one of them."""
    kept = [torch.load(path, weights_only=False) for path in paths]
    state = {name: sum(k['model'][name].float() for k in kept) / len(kept) for name in kept[0]['model']}
    model = late.Late(teacher.load(kept[0]['layers']))
    model.load_state_dict(state)
    return model.eval(), kept[0]['layers'], [k['step'] for k in kept]


def calibrate(model, tok, held):
    """Platt scaling on held-out pairs, and the best score below which rather nothing was found: one answered question
    in fifty stays below it."""
    pairs, labels, answered, removed, foreign = [], [], [], [], []
    with torch.no_grad():
        for world, other in zip(held, held[-7:] + held[:-7]):
            q, d, hits = texts.matrix([world])
            (qi, qm), (di, dm) = (teacher.pad(reranker.tokens(tok, rows, limit)) for rows, limit in ((q, 32), (d, 64)))
            scores = model.score(qi, model.read(qi, qm), model.read(di, dm))
            pairs.append(scores.flatten())
            labels.append(hits.flatten())
            answered.append(scores.amax(1))
            removed.append(scores.masked_fill(hits > 0, -1e4).amax(1))
            oi, om = teacher.pad(reranker.tokens(tok, other['docs'], 64))
            foreign.append(model.score(qi, model.read(qi, qm), model.read(oi, om)).amax(1))
    x, y = torch.cat(pairs).double(), torch.cat(labels).double()
    weights = torch.tensor([0.1, 0.0], dtype=torch.double, requires_grad=True)
    solver = torch.optim.LBFGS([weights], max_iter=200, line_search_fn='strong_wolfe')

    def closure():
        solver.zero_grad()
        loss = torch.nn.functional.binary_cross_entropy_with_logits(weights[0] * x + weights[1], y)
        loss.backward()
        return loss

    solver.step(closure)
    a, b = weights.detach().tolist()
    p = torch.sigmoid(weights[0] * x + weights[1]).detach()
    bins = [
        (
            lo,
            hi,
            p[(p >= lo) & (p < hi)].mean().item(),
            y[(p >= lo) & (p < hi)].mean().item(),
            int(((p >= lo) & (p < hi)).sum()),
        )
        for lo, hi in ((0, 0.01), (0.01, 0.05), (0.05, 0.2), (0.2, 0.5), (0.5, 0.8), (0.8, 1.01))
    ]
    for lo, hi, said, true, n in bins:
        print(f'P in {lo}..{hi}: said {said:.3f} true {true:.3f} ({n} pairs)')
    yes, gone, elsewhere = (torch.sigmoid(a * torch.cat(best) + b).numpy() for best in (answered, removed, foreign))
    below = float(np.quantile(yes, 0.02))
    print(
        f'below {below:.3f}: {100 * (yes < below).mean():.1f} % of answered, '
        f'{100 * (gone < below).mean():.1f} % with the answer taken out, '
        f'{100 * (elsewhere < below).mean():.1f} % asked of somebody else\'s memories'
    )
    return {'a': round(a, 4), 'b': round(b, 4)}, round(below, 3)


def rows(tok, train, seed):
    """Texts of every source of the training alone, as the service reads them: documents and questions."""
    rng, made = random.Random(seed), []
    for worlds in train:
        docs = [doc for world in worlds for doc in world['docs']]
        asked = [one['q'] for world in worlds for one in world['questions']]
        for pool, count, limit, kind in ((docs, 500, 128, 1), (asked, 100, 64, 0)):
            for text in rng.sample(pool, min(count, len(pool))):
                ids = tok.encode(text).ids[kind:][:limit]
                made.append((ids, [kind] * len(ids)))
    return made


def export(model, folder: Path, work: Path, single):
    (folder / 'onnx').mkdir(parents=True, exist_ok=True)
    sample = [
        torch.tensor([[101, 2054, 102, 7592, 2088, 102], [101, 2054, 102, 7592, 102, 0]]),
        torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0]]),
        torch.tensor([[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0]]),
    ]
    names = ['input_ids', 'attention_mask', 'token_type_ids']
    outputs = ['logits', 'states', 'weights', 'asks', 'tells']
    axes = (
        {name: {0: 'batch', 1: 'length'} for name in names}
        | {name: {0: 'batch', 1: 'words'} for name in ('states', 'weights')}
        | {name: {0: 'batch'} for name in ('logits', 'asks', 'tells')}
    )
    full = work / 'reranker.onnx'
    torch.onnx.export(
        late.Pairs(model).eval(),
        tuple(sample),
        str(full),
        input_names=names,
        output_names=outputs,
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    # products of two activations stay in float: they are small, and the scores hang on them
    quantise(full, folder / 'onnx' / 'model_quantized.onnx', single)


def main(a):
    torch.set_num_threads(a.threads)
    tok = teacher.tokenizer()
    model, layers, steps = average([a.work / f'{name}-done.pt' for name in a.names.split(',')])
    train, held = texts.load(20, a.seed)
    if a.calibration == 'kept':
        config = json.loads((a.out / 'config.json').read_text())
        calibration, below = config['calibration'], config['no_relevant_below']
    else:
        # made-up worlds of another seed, and what texts.load holds out of the others
        calibration, below = calibrate(model, tok, generate.worlds(a.sample, a.seed + 1) + held[1:])
    export(model, a.out, a.work, rows(tok, train, a.seed))
    head = {'architectures': ['BertForSequenceClassification'], 'num_labels': 1, 'id2label': {'0': 'relevance'}}
    tail = {'calibration': calibration, 'no_relevant_below': below}
    weights = publish(a.out, tok, 256, 'palimpsest-rerank', layers, head, tail)
    print(f'{weights}: {weights.stat().st_size / 1e6:.1f} MB, layers {layers}, steps {steps}')


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument('--names', default='reranker')
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--out', type=Path, default=Path(__file__).parents[1] / 'reranker')
    args.add_argument('--seed', type=int, default=7)
    args.add_argument('--calibration', choices=('fitted', 'kept'), default='fitted', help='kept: as it is in the box')
    args.add_argument('--sample', type=int, default=60, help='made-up worlds to calibrate on')
    args.add_argument('--threads', type=int, default=2)
    main(args.parse_args())
