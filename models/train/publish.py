"""What stands beside the graph of an exported model: weights, tokenizer and configuration. `python publish.py FOLDER …`
takes the weights out of graphs that still hold them."""

import hashlib
import json
import sys
from pathlib import Path

import onnx

GRAPH = 'onnx/model_quantized.onnx'
WEIGHTS = f'{GRAPH}_data'


def publish(out: Path, tok, longest: int, name: str, layers, head: dict, tail: dict) -> Path:
    """Writes them for the graph; `head` and `tail` are what the configuration of this model adds."""
    tok.save(str(out / 'tokenizer.json'))
    tokens = {'cls': '[CLS]', 'sep': '[SEP]', 'pad': '[PAD]', 'unk': '[UNK]', 'mask': '[MASK]'}
    write(
        out / 'tokenizer_config.json',
        {'tokenizer_class': 'BertTokenizer', 'do_lower_case': True, 'model_max_length': longest}
        | {f'{kind}_token': token for kind, token in tokens.items()},
    )
    bert = {
        'name': f'{name}-{len(layers)}',
        'hidden_size': 384,
        'num_hidden_layers': len(layers),
        'num_attention_heads': 12,
        'vocab_size': 30522,
        'max_position_embeddings': 512,
    }
    write(out / 'config.json', {'model_type': 'bert'} | head | bert | tail)
    return take_out(out)


def take_out(out: Path) -> Path:
    """Beside the graph, weights are mapped and not copied, and only those that are used become resident."""
    graph, weights = out / GRAPH, out / WEIGHTS
    model = onnx.load(graph)
    weights.unlink(missing_ok=True)
    onnx.save_model(model, graph, save_as_external_data=True, location=weights.name, size_threshold=4096)
    weights.chmod(graph.stat().st_mode)
    configure(out, {})
    return weights


def configure(out: Path, tail: dict):
    """Adds `tail` to the configuration, and the sums of the graph and its weights as they lie there."""
    config = json.loads((out / 'config.json').read_text())
    sha256 = {name: hashlib.sha256((out / name).read_bytes()).hexdigest() for name in (GRAPH, WEIGHTS)}
    write(out / 'config.json', config | tail | {'sha256': sha256})


def write(path: Path, content: dict):
    path.write_text(json.dumps(content, indent=2) + '\n')


if __name__ == '__main__':
    for folder in sys.argv[1:]:
        take_out(Path(folder))
