"""Writes models/embedder from work/table.npy, and reads it back the way the service does (the reference for
embed.ts)."""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np

import teacher

FIRST, BUCKETS, MAGIC = 999, 4096, b'PSV1'
NAME = 'palimpsest-static-{}'


def fnv(text: str) -> int:
    h = 0x811C9DC5
    for byte in text.encode('utf-8'):
        h = ((h ^ byte) * 0x01000193) & 0xFFFFFFFF
    return h


def grams(word: str):
    """Buckets of a word that WordPiece cannot spell: its character trigrams and the word itself, with its ends
    marked."""
    marked = f'<{word}>'
    return [fnv(g) % BUCKETS for g in [marked] + [marked[at : at + 3] for at in range(len(marked) - 2)]]


def write(table: np.ndarray, folder: Path, seed: int):
    vocabulary = (teacher.folder() / 'vocab.txt').read_text(encoding='utf-8').split('\n')[FIRST : len(table)]
    table = table[FIRST:]
    rng = np.random.default_rng(seed)
    random = rng.standard_normal((BUCKETS, table.shape[1])).astype(np.float32)
    # an unknown word weighs as much as an ordinary one
    random *= np.median(np.linalg.norm(table, axis=1)) / np.linalg.norm(random, axis=1, keepdims=True)
    rows = np.concatenate([table, random])
    scales = (np.abs(rows).max(1) / 127).astype('<f4')
    cells = np.rint(rows / scales[:, None]).astype(np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    head = MAGIC + np.array([len(table), BUCKETS, table.shape[1]], dtype='<u4').tobytes()
    (folder / 'vectors.bin').write_bytes(head + scales.tobytes() + cells.tobytes())
    (folder / 'vocab.txt').write_text('\n'.join(vocabulary) + '\n', encoding='utf-8')
    sums = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in ('vectors.bin', 'vocab.txt')}
    config = {
        'model': NAME.format(table.shape[1]),
        'dimensions': table.shape[1],
        'pieces': len(table),
        'buckets': BUCKETS,
        'tokenizer': 'BERT uncased basic tokenizer and WordPiece (max_input_chars_per_word 100); '
        'words with a letter from U+0250 on, other than '
        'CJK ideographs in the vocabulary, and words without pieces go to hashed character trigrams',
        'pooling': 'mean',
        'normalize': True,
        'sha256': sums,
    }
    (folder / 'config.json').write_text(json.dumps(config, indent=2) + '\n')
    return config


class Static:
    def __init__(self, folder: Path):
        raw = (folder / 'vectors.bin').read_bytes()
        self.pieces, self.buckets, self.width = np.frombuffer(raw, '<u4', 3, 4)
        total = int(self.pieces + self.buckets)
        scales = np.frombuffer(raw, '<f4', total, 16)
        self.rows = (
            np.frombuffer(raw, np.int8, total * int(self.width), 16 + 4 * total).reshape(total, -1) * scales[:, None]
        )
        self.tok = teacher.tokenizer()

    def embed(self, text: str) -> np.ndarray:
        normal = self.tok.normalizer.normalize_str(text)
        found = []
        for word, _ in self.tok.pre_tokenizer.pre_tokenize_str(normal):
            ids = self.tok.encode(word, add_special_tokens=False).ids
            known = 100 not in ids and ids
            far = len(word) > 1 and any(ord(c) >= 0x250 and c.isalpha() for c in word)
            if known and not far:
                found += [self.rows[i - FIRST] for i in ids]
            else:
                found.append(np.mean([self.rows[self.pieces + g] for g in grams(word)], 0))
        if not found:
            found = [self.rows[self.pieces + fnv('<>') % BUCKETS]]
        v = np.mean(found, 0)
        return v / np.linalg.norm(v)


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument('--work', type=Path, default=Path('work'))
    args.add_argument('--out', type=Path, default=Path(__file__).parents[1] / 'embedder')
    args.add_argument('--seed', type=int, default=7)
    args = args.parse_args()
    print(write(np.load(args.work / 'table.npy'), args.out, args.seed))
