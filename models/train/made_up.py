"""Adds to the classifier in the box two outputs that say what is made up, from the talks of statements/made-up and
from statements/talks and statements/pairs, of which all is so: python made_up.py, after any export_statements.py.

The encoder stays as it is: two linear heads read its state of (turn, what the assistant replied to it) and of (what the
assistant said before it, sentence). They are fitted together, as one logistic regression, and their log odds are added.
An assistant that plays along tells more of a part or a story than the words of it do.
"""

import argparse
import random
import re
from hashlib import sha256
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
import torch.nn.functional as F
from onnx import TensorProto, helper, numpy_helper

import statements
import teacher
from publish import GRAPH, configure

POOLED = '/statements/Concat_output_0'
HEADS = ('played', 'invented')
LONGEST = 400  # characters of a text that are read
NEUTRAL = ['', '', 'Ok.', 'Noted.', 'Got it!', 'Sure.', 'Thanks for telling me.', 'Understood.', 'I see.', 'Great!']
BOX = Path(__file__).parents[1] / 'statements'
TALKS = Path(__file__).parent / 'statements'


def rows_of(path: Path, sincere: bool):
    """(talk, made up or not, (turn, reply), (said before, sentence)) of each sentence. Of talks that are not marked for
    it, only what is worth keeping is taken, as so."""
    talks = re.split(r'^# ' if sincere else r'^## ', path.read_text(), flags=re.M)[1:]
    for number, talk in enumerate(talks):
        turns = re.findall(r'^(?:U:(.*(?:\n[+~-].*)*)|A: ?(.*))', talk, flags=re.M)
        for place, (said, _) in enumerate(turns):
            lines = re.findall(r'^([+~-])(?:\^\S+)? (.+)', said, flags=re.M)
            turn = ' '.join(text for _, text in lines)[:LONGEST]
            reply, before = (turns[at][1][:LONGEST] if 0 <= at < len(turns) else '' for at in (place + 1, place - 1))
            for mark, text in lines:
                if mark == '+' or (mark == '-' and not sincere):
                    yield f'{path}{number}', mark == '-', (turn, reply), (before, text[:LONGEST])


def statements_of(path: Path):
    """What is stated in the pairs, as a turn of its own: so."""
    return re.findall(r'^[=+] (?:\[.+?\] )?(.+)', path.read_text(), flags=re.M)


class Pooled:
    """The state that the heads of the model in the box read, of one pair at a time, as it is run in use."""

    def __init__(self, folder: Path):
        model = onnx.load(folder / GRAPH, load_external_data=False)
        model.graph.output.append(helper.make_tensor_value_info(POOLED, TensorProto.FLOAT, None))
        beside = folder / 'onnx' / 'pooled.onnx'
        onnx.save(model, beside)
        self.session, self.tok, self.known = onnxruntime.InferenceSession(str(beside)), teacher.tokenizer(), {}
        beside.unlink()

    def __call__(self, texts):
        if texts not in self.known:
            ids, types = statements.pair(self.tok, *texts)
            fed = {'input_ids': ids, 'attention_mask': [1] * len(ids), 'token_type_ids': types}
            fed = {name: np.array([row], dtype=np.int64) for name, row in fed.items()}
            self.known[texts] = self.session.run([POOLED], fed)[0][0]
        return self.known[texts]


def fitted(x, y, weight, decay):
    """Weights and bias of a logistic regression; `decay` as L2 of the weights, of the mean loss."""
    w = torch.zeros(x.shape[1] + 1, requires_grad=True)
    optimiser = torch.optim.LBFGS([w], max_iter=300, line_search_fn='strong_wolfe')

    def loss():
        optimiser.zero_grad()
        each = F.binary_cross_entropy_with_logits(x @ w[:-1] + w[-1], y, reduction='none')
        total = (each * weight).sum() / weight.sum() + decay * w[:-1].square().sum()
        total.backward()
        return total

    optimiser.step(loss)
    return w.detach()


def report(name, scores, y, at):
    wrong, found = ((scores[y == mark] > at).float().mean() for mark in (0, 1))
    print(f'  {name}: above {at} {found:.3f} of {int((y == 1).sum())} made up, {wrong:.4f} of {int((y == 0).sum())} so')


def add_heads(folder: Path, weights):
    """Into the graph itself, so that the file of the other weights stays as it is."""
    model = onnx.load(folder / GRAPH, load_external_data=False)
    graph = model.graph
    for kind in (graph.node, graph.output, graph.initializer):
        for one in [one for one in kind if one.name.split('.')[0] in HEADS]:
            kind.remove(one)
    for name, (weight, bias) in zip(HEADS, weights):
        graph.initializer.append(numpy_helper.from_array(weight.numpy()[:, None], f'{name}.weight'))
        graph.initializer.append(numpy_helper.from_array(np.array([bias], dtype=np.float32), f'{name}.bias'))
        graph.initializer.append(numpy_helper.from_array(np.array([1], dtype=np.int64), f'{name}.axis'))
        graph.node.append(
            helper.make_node('Gemm', [POOLED, f'{name}.weight', f'{name}.bias'], [f'{name}.odds'], f'{name}.gemm')
        )
        graph.node.append(helper.make_node('Squeeze', [f'{name}.odds', f'{name}.axis'], [name], f'{name}.squeeze'))
        graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, ['batch']))
    onnx.save(model, folder / GRAPH)
    configure(folder, {'outputs': [*statements.OUTPUTS, *HEADS]})


def gathered(a, rng):
    """Rows to fit, and rows that are only measured, each with where it comes from."""
    made = sorted((TALKS / 'made-up').glob('*.txt'))
    rows = [(*row, 'own') for path in made if path.stem != 'held' for row in rows_of(path, False)]
    apart = [(*row, 'held') for path in made if path.stem == 'held' for row in rows_of(path, False)]
    for path in sorted((TALKS / 'talks').glob('*.txt')):
        rest = list(rows_of(path, True))
        (apart if path.stem in a.held.split(',') else rows).extend(
            (*row, 'talks') for row in rng.sample(rest, min(len(rest), a.most))
        )
    # What comes with a reply that tells nothing is judged as well.
    silent = [
        (talk, mark, (turn, rng.choice(NEUTRAL)), (rng.choice([before, rng.choice(NEUTRAL)]), text), 'silent')
        for talk, mark, (turn, reply), (before, text), _ in rows
        if reply
    ]
    for path in sorted((TALKS / 'pairs').glob('*.txt')):
        for text in rng.sample(stated := statements_of(path), min(len(stated), a.some)):
            silent.append((str(path), False, (text, rng.choice(NEUTRAL)), (rng.choice(NEUTRAL), text), 'stated'))
    return rows + silent, apart


SHARE = {'own': 1.0, 'talks': 0.5, 'silent': 0.5, 'stated': 0.5}  # of a row in the loss


def main(a):
    pooled = Pooled(a.box)
    every, apart = gathered(a, random.Random(1))
    features = lambda some: torch.tensor(np.array([np.concatenate([pooled(row[2]), pooled(row[3])]) for row in some]))
    label = lambda some: torch.tensor([float(row[1]) for row in some])
    x, y, weight = features(every), label(every), torch.tensor([SHARE[row[4]] for row in every])
    mean, spread = x.mean(0), x.std(0).clamp(min=1e-3)
    fold = torch.tensor([int(sha256(row[0].encode()).hexdigest(), 16) % 5 for row in every])
    scores = torch.zeros(len(every))
    for k in range(5):
        w = fitted((x[fold != k] - mean) / spread, y[fold != k], weight[fold != k], a.decay)
        scores[fold == k] = (x[fold == k] - mean) / spread @ w[:-1] + w[-1]
    w = fitted((x - mean) / spread, y, weight, a.decay)
    whole, bias = w[:-1] / spread, w[-1] - (w[:-1] * mean / spread).sum()
    held = features(apart) @ whole + bias
    for at in (0.5, 1.0, 1.5):
        for name in SHARE:
            of = torch.tensor([row[4] == name for row in every])
            report(f'{name}, five folds', scores[of], y[of], at)
        for name in ('held', 'talks'):
            of = torch.tensor([row[4] == name for row in apart])
            report(f'{name}, set aside', held[of], label(apart)[of], at)
    if a.write:
        width = len(whole) // 2
        add_heads(a.box, [(whole[:width], 0.0), (whole[width:], float(bias))])


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('--box', type=Path, default=BOX)
    args.add_argument('--held', default='21,39', help='talks (by name) that are only measured')
    args.add_argument('--most', type=int, default=120, help='sentences of each file of talks')
    args.add_argument('--some', type=int, default=40, help='statements of each file of pairs')
    args.add_argument('--decay', type=float, default=0.03)
    args.add_argument('--write', action='store_true', help='put the heads into the model')
    main(args.parse_args())
