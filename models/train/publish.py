"""What stands beside the weights of an exported model: tokenizer and configuration."""

import hashlib
import json
from pathlib import Path


def publish(out: Path, tok, longest: int, name: str, layers, head: dict, tail: dict) -> Path:
    """Writes them for `onnx/model_quantized.onnx`; `head` and `tail` are what the configuration of this model adds."""
    tok.save(str(out / 'tokenizer.json'))
    tokens = {'cls': '[CLS]', 'sep': '[SEP]', 'pad': '[PAD]', 'unk': '[UNK]', 'mask': '[MASK]'}
    write(
        out / 'tokenizer_config.json',
        {'tokenizer_class': 'BertTokenizer', 'do_lower_case': True, 'model_max_length': longest}
        | {f'{kind}_token': token for kind, token in tokens.items()},
    )
    weights = out / 'onnx' / 'model_quantized.onnx'
    bert = {
        'name': f'{name}-{len(layers)}',
        'hidden_size': 384,
        'num_hidden_layers': len(layers),
        'num_attention_heads': 12,
        'vocab_size': 30522,
        'max_position_embeddings': 512,
    }
    sha256 = {'onnx/model_quantized.onnx': hashlib.sha256(weights.read_bytes()).hexdigest()}
    write(out / 'config.json', {'model_type': 'bert'} | head | bert | tail | {'sha256': sha256})
    return weights


def write(path: Path, content: dict):
    path.write_text(json.dumps(content, indent=2) + '\n')
