"""Distils and trains the static embedder: python embedder.py (stages keep their results in work/ and are skipped when
done).

1. every word piece through the teacher on its own; 2. PCA, and a weight by rank: the vocabulary is ordered by
   frequency;
3. training on questions and answers: one linear map for all pieces (so that pieces our corpus lacks move along), a
   weight for each piece, and a small correction for each piece.
"""

import argparse
import random
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

import generate
import teacher
import texts

FIRST = 999  # pieces before it are markers and unused rows


def pieces(work: Path) -> torch.Tensor:
    kept = work / 'pieces.npy'
    if not kept.exists():
        model, out = teacher.load(), []
        with torch.no_grad():
            for ids in torch.arange(30522).split(512):
                ids = torch.stack([torch.full_like(ids, 101), ids, torch.full_like(ids, 102)], 1)
                out.append(model(ids, torch.ones_like(ids)).mean(1))
        work.mkdir(parents=True, exist_ok=True)
        np.save(kept, torch.cat(out).numpy())
    return torch.from_numpy(np.load(kept))


class Table(nn.Module):
    def __init__(self, x: torch.Tensor, dimensions: int, sif: float):
        super().__init__()
        x = x - x[FIRST:].mean(0)
        _, _, axes = torch.linalg.svd(x[FIRST:], full_matrices=False)
        self.register_buffer('x', x / x[FIRST:].norm(dim=1).mean())
        self.map = nn.Parameter(axes[:dimensions].T.clone())
        rank = (torch.arange(len(x)) - FIRST + 1).clamp(min=1).float()
        p = 1 / rank
        p = p / p[FIRST:].sum()
        self.weight = nn.Embedding.from_pretrained(torch.log(sif / (sif + p))[:, None], freeze=False, sparse=True)
        self.own = nn.Embedding.from_pretrained(torch.zeros(len(x), dimensions), freeze=False, sparse=True)
        self.scale = nn.Parameter(torch.tensor(3.0))

    def rows(self, ids):
        return (self.x[ids] @ self.map + self.own(ids)) * self.weight(ids).exp()

    def forward(self, ids, starts):
        # only the pieces of this batch are computed and updated: the whole table would take twenty times as long
        some, ids = ids.unique(return_inverse=True)
        return F.normalize(F.embedding_bag(ids, self.rows(some), starts, mode='mean'), dim=-1)


def bags(tok, rows):
    ids = [e.ids[1:-1] or [100] for e in tok.encode_batch(rows)]
    starts = np.cumsum([0] + [len(r) for r in ids[:-1]])
    return torch.tensor([i for r in ids for i in r]), torch.tensor(starts)


def main(a):
    torch.set_num_threads(a.threads)
    torch.manual_seed(a.seed)
    rng, tok = random.Random(a.seed), teacher.tokenizer()
    model = Table(pieces(a.work), a.dimensions, a.sif)
    train, held = texts.load(a.worlds, a.seed)

    def measure():
        with torch.no_grad():
            found = []
            for world in held:
                q, d, hits = texts.matrix([world])
                s = model(*bags(tok, q)) @ model(*bags(tok, d)).T
                best = s.masked_fill(hits == 0, -9).amax(1, keepdim=True)
                found += (1 / (1 + (s > best).sum(1))).tolist()
        return sum(found) / len(found)

    print(f'held-out MRR, distilled only: {measure():.4f}', flush=True)
    dense = torch.optim.Adam([{'params': [model.map], 'lr': a.rate}, {'params': [model.scale], 'lr': 1e-3}])
    sparse = torch.optim.SparseAdam(
        [{'params': [model.weight.weight], 'lr': a.rate * 5}, {'params': [model.own.weight], 'lr': a.own}]
    )
    decay = [torch.optim.lr_scheduler.LambdaLR(o, lambda step: 1 - step / a.steps) for o in (dense, sparse)]
    start = model.map.detach().clone()
    for step in range(a.steps):
        chosen = [rng.choice(train[0]) for _ in range(3)] + [
            rng.choice(train[1]),
            rng.choice(train[2]),
            rng.choice(train[2]),
        ]
        q, d, hits = texts.matrix(chosen)
        s = model(*bags(tok, q)) @ model(*bags(tok, d)).T * model.scale.exp()
        hit = s - (1 - hits) * 1e4
        loss = (torch.logsumexp(s, 1) - torch.logsumexp(hit, 1)).mean()
        # memories are also compared with memories: the same told twice should lie close, in either direction
        one, two = zip(*generate.twins(rng, 64))
        s = model(*bags(tok, one)) @ model(*bags(tok, two)).T * model.scale.exp()
        same = torch.arange(len(s))
        loss = loss + a.twins * (F.cross_entropy(s, same) + F.cross_entropy(s.T, same))
        stay = a.stay * ((model.map - start) ** 2).sum()
        dense.zero_grad()
        sparse.zero_grad()
        (loss + stay).backward()
        for one in (dense, sparse, *decay):
            one.step()
        if (step + 1) % 100 == 0:
            print(f'step {step + 1} loss {loss.item():.4f} stay {stay.item():.4f} MRR {measure():.4f}', flush=True)
    with torch.no_grad():
        np.save(a.work / 'table.npy', model.rows(torch.arange(30522)).numpy())


args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
args.add_argument('--dimensions', type=int, default=256)
args.add_argument('--sif', type=float, default=3e-5)
args.add_argument('--steps', type=int, default=600)
args.add_argument('--worlds', type=int, default=3000)
args.add_argument('--rate', type=float, default=1e-3)
args.add_argument('--own', type=float, default=3e-4, help='rate of the correction each piece gets')
args.add_argument('--twins', type=float, default=0.25, help='weight of telling the same twice')
args.add_argument('--stay', type=float, default=1e-3)
args.add_argument('--seed', type=int, default=7)
args.add_argument('--threads', type=int, default=2)
args.add_argument('--work', type=Path, default=Path('work'))

if __name__ == '__main__':
    main(args.parse_args())
