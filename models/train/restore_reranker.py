"""Turns the int8 reranker in the box back into work/shipped-done.pt, so that it can be exported anew without training:
python restore_reranker.py && python export_reranker.py --names shipped --calibration kept. Embeddings and the layers
that were never trained are the teacher's own; of the others what was lost to eight bits stays lost."""

import argparse
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper

import late
import teacher

LAYERS, FROZEN = (0, 1, 2, 4, 5), 2
HEAD = ('context', 'asks', 'tells', 'worth')


def untrained(name: str) -> bool:
    places = ('bert.words', 'bert.places', 'bert.types', 'bert.norm', *(f'bert.layers.{n}.' for n in range(FROZEN)))
    return name.startswith(places)


def place_of(node: onnx.NodeProto) -> str:
    """The layer that a product's node was made of."""
    place = node.name.removeprefix('/').rsplit('/', 1)[0].replace('/', '.')
    return place if place in HEAD else f'bert.{place}'


def trained(graph: onnx.GraphProto) -> dict:
    """Weights as floats: of products that quantise.py wrote, and of onnxruntime's, which it took the place of."""
    held = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()).float() for one in graph.initializer}
    state = {name.removeprefix('late.'): value for name, value in held.items() if name.startswith('late.')}
    of = lambda name: (held[f'{name}_quantized'] - held[f'{name}_zero_point']) * held[f'{name}_scale']
    if 'late.term.weight_quantized' in held:
        state['term.weight'] = of('late.term.weight')
    for node in graph.node:
        weight = None
        if node.op_type == 'MatMulInteger':
            weight = of(node.input[1].removesuffix('_quantized'))
        elif node.op_type == 'MatMulIntegerToFloat':
            factors = held[node.input[0].removesuffix('_rounded') + '_factors']
            weight = held[node.input[1]] * held[node.input[3]] * factors[:, None]
            state[f'{place_of(node)}.bias'] = held[node.input[6]]
        elif node.op_type == 'MatMul' and node.input[1] in held:
            weight = held[node.input[1]]
        if weight is not None:
            state[f'{place_of(node)}.weight'] = weight.T.contiguous()
    return state


def restored(path: Path) -> dict:
    found = trained(onnx.load(str(path)).graph)
    begun = late.Late(teacher.load(LAYERS)).state_dict()
    return {name: value if untrained(name) else found[name].reshape(value.shape) for name, value in begun.items()}


def main(a):
    state = restored(a.box / 'onnx' / 'model_quantized.onnx')
    a.work.mkdir(exist_ok=True)
    torch.save({'model': state, 'step': 0, 'layers': LAYERS}, a.work / 'shipped-done.pt')


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--box', type=Path, default=Path(__file__).parents[1] / 'reranker')
    main(args.parse_args())
