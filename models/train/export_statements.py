"""Exports work/<name>.pt (several names are averaged) as an int8 ONNX model with tokenizer and config."""

import argparse
from pathlib import Path

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic

import statements
import teacher
from publish import publish


def average(paths):
    """Runs with different seeds, averaged: steadier than any one of them."""
    kept = [torch.load(path, weights_only=False) for path in paths]
    model = statements.Statements(teacher.load(kept[0]['layers']))
    # Earlier weights have not all the heads.
    having = {name: [k['model'][name].float() for k in kept if name in k['model']] for name in model.state_dict()}
    model.load_state_dict({name: sum(values) / len(values) for name, values in having.items()})
    return model.eval(), kept[0]['layers']


def export(model, folder: Path, work: Path):
    (folder / 'onnx').mkdir(parents=True, exist_ok=True)
    names, outputs = ['input_ids', 'attention_mask', 'token_type_ids'], list(statements.OUTPUTS)
    sample = (
        torch.tensor([[101, 2054, 102, 7592, 2088, 102], [101, 2054, 102, 7592, 102, 0]]),
        torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0]]),
        torch.tensor([[0, 0, 0, 1, 1, 1], [0, 0, 0, 1, 1, 0]]),
    )
    full = work / 'statements.onnx'
    torch.onnx.export(
        statements.Exported(model).eval(),
        sample,
        str(full),
        input_names=names,
        output_names=outputs,
        dynamic_axes={name: {0: 'batch', 1: 'length'} for name in names} | {name: {0: 'batch'} for name in outputs},
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(
        str(full),
        str(folder / 'onnx' / 'model_quantized.onnx'),
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        extra_options={'MatMulConstBOnly': True},
    )


def main(a):
    model, layers = average([a.work / f'{name}.pt' for name in a.names.split(',')])
    export(model, a.out, a.work)
    tail = {'outputs': list(statements.OUTPUTS)}
    weights = publish(a.out, teacher.tokenizer(), statements.LIMIT, 'palimpsest-statements', layers, {}, tail)
    print(f'{weights}: {weights.stat().st_size / 1e6:.1f} MB, layers {layers}')


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument('--names', default='statements')
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--out', type=Path, default=Path(__file__).parents[1] / 'statements')
    main(args.parse_args())
