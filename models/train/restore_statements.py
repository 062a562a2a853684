"""Turns the int8 model in the box back into work/shipped.pt, so that training can go on from it: python
restore_statements.py && python statements.py --begin shipped. What was lost to eight bits stays lost."""

import argparse
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

import statements
import teacher

LAYERS = (0, 1, 2, 3, 4, 5)


def restored(path: Path) -> dict:
    graph = onnx.load(str(path)).graph
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()).float() for one in graph.initializer}
    state = {
        name.removeprefix('statements.'): value
        for name, value in held.items()
        if name.startswith('statements.') and (name.endswith('.bias') or '.norm' in name)
    }
    of = lambda name: (held[f'{name}_quantized'] - held[f'{name}_zero_point']) * held[f'{name}_scale']
    for kind in ('words', 'places', 'types'):
        state[f'bert.{kind}.weight'] = of(f'statements.bert.{kind}.weight')
    for node in graph.node:
        if node.op_type != 'MatMulInteger':
            continue
        place = node.name.removeprefix('/statements/').rsplit('/', 1)[0].replace('/', '.')
        whose = place if place in statements.OUTPUTS else f'bert.{place}'
        state[f'{whose}.weight'] = of(node.input[1].removesuffix('_quantized')).T.contiguous()
    return state


def main(a):
    state = restored(a.box / 'onnx' / 'model_quantized.onnx')
    statements.Statements(teacher.load(LAYERS)).load_state_dict(state, strict=False)
    torch.save({'model': state, 'layers': LAYERS}, a.work / 'shipped.pt')


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--box', type=Path, default=Path(__file__).parents[1] / 'statements')
    main(args.parse_args())
