"""The reranker: MiniLM's layers read question and document apart, then every word of the question looks for its best
match.

score = scale · Σ w(word) · max over the document's words of cos(word, word')  +  what the two texts say as a whole.
Reading apart means that training encodes each text once and scores it against every other in the batch; the exported
graph does the same inside the usual (input_ids, attention_mask, token_type_ids) → logits of a cross-encoder.
"""

import math

import torch
import torch.nn.functional as F
from torch import nn

import teacher

CLS, SEP = 101, 102
FAR = -1e4


def padding(mask):
    return (1.0 - mask[:, None, None, :].float()) * FAR


class Late(nn.Module):
    def __init__(self, bert: teacher.Bert, rank=32):
        super().__init__()
        self.bert = bert
        self.term = nn.Embedding(30522, 1)  # how much a word of the question counts, before its context has its say
        self.context = nn.Linear(384, 1)
        self.asks, self.tells = nn.Linear(384, rank), nn.Linear(384, rank)  # kind of question against kind of statement
        self.worth = nn.Linear(384, 1)  # small talk answers nothing, whatever is asked
        self.scale = nn.Parameter(torch.tensor(math.log(20.0)))
        self.whole = nn.Parameter(torch.tensor(0.0))
        self.bias = nn.Parameter(torch.tensor(-10.0))
        for layer in (self.context, self.worth, self.tells):
            nn.init.zeros_(layer.weight)
            nn.init.zeros_(layer.bias)
        nn.init.normal_(self.asks.weight, std=0.05)
        for frozen in (bert.words, bert.places, bert.types):  # words that our small corpus lacks keep their places
            frozen.weight.requires_grad_(False)

    def weigh(self, ids, x, real):
        """Weights of the question's words, zero for markers and padding."""
        return F.softplus(self.term(ids) + self.context(x))[..., 0] * real

    def begin(self, rarity):
        """Rare words count more; what the small head has to say starts at nothing."""
        self.term.weight.data[:, 0] = self.inverse(rarity)

    def inverse(self, rarity):
        """What softplus makes a quarter of rarity from."""
        return torch.log(torch.expm1((rarity / 4).clamp(min=0.05)))

    def side(self, ids, mask, x):
        """What scoring needs of one text: its words, its mean, and which words are no markers."""
        return x, (x * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), mask * (ids != CLS) * (ids != SEP)

    def read(self, ids, mask):
        return self.side(ids, mask, self.bert(ids, mask))

    def score(self, q_ids, q, d):
        """Every question against every document: [questions, documents]."""
        (qx, qp, q_real), (dx, dp, d_real) = q, d
        w = self.weigh(q_ids, qx, q_real)
        sim = torch.einsum('aih,bjh->abij', F.normalize(qx, dim=-1), F.normalize(dx, dim=-1))
        best = (sim + (1 - d_real.float())[None, :, None, :] * FAR).amax(-1).clamp(min=-1)
        words = (best * w[:, None]).sum(-1) / w.sum(-1, keepdim=True).clamp(min=1e-6)
        return self.scale.exp() * words + self.join(qp[:, None], dp[None])

    def join(self, qp, dp):
        cos = (F.normalize(qp, dim=-1) * F.normalize(dp, dim=-1)).sum(-1)
        kind = (self.asks(qp) * self.tells(dp)).sum(-1)
        return self.whole * cos + kind + self.worth(dp)[..., 0] + self.bias


class Pairs(nn.Module):
    """The same model as a cross-encoder's graph: [CLS] question [SEP] document [SEP] in, one logit a pair out.

    A row may also hold one text alone, [CLS] question [SEP] or document [SEP]. Then the other four outputs say all
    there is to know of it:
    logit = sum over i of weights[i] * max over j of states[i] . states[j]  +  asks . tells, the first of each from the
    question's row.
    """

    def __init__(self, late: Late):
        super().__init__()
        self.late = late

    def forward(self, input_ids, attention_mask, token_type_ids):
        late, bert = self.late, self.late.bert
        mask = attention_mask.float()
        # the document gets a [CLS] of its own at the end of the row, so that it reads exactly as it would alone
        one = torch.ones_like(input_ids[:, :1])
        ids = torch.cat([input_ids, one * CLS], 1)
        kind = torch.cat([token_type_ids, one], 1).float()
        mask = torch.cat([mask, one.float()], 1)
        isq, isd = mask * (1 - kind), mask * kind
        places = torch.where(kind > 0.5, torch.cumsum(isd, 1), torch.cumsum(isq, 1) - 1).clamp(min=0).long()
        places = torch.cat([places[:, :-1], one * 0], 1).clamp(max=511)
        x = bert.embed(ids, places, torch.zeros_like(ids))
        same = isq[:, :, None] * isq[:, None, :] + isd[:, :, None] * isd[:, None, :]
        bias = ((1 - same) * FAR)[:, None]
        for layer in bert.layers:
            x = layer(x, bias)
        real = ((ids != CLS) & (ids != SEP)).float()
        qp = (x * isq[..., None]).sum(1) / isq.sum(1, keepdim=True).clamp(min=1)
        dp = (x * isd[..., None]).sum(1) / isd.sum(1, keepdim=True).clamp(min=1)
        w = late.weigh(ids, x, isq * real)
        unit = x / torch.sqrt((x * x).sum(-1, keepdim=True) + 1e-12)
        sim = unit @ unit.transpose(1, 2) + (1 - isd * real)[:, None, :] * FAR
        best = sim.amax(-1).clamp(min=-1)
        weights = late.scale.exp() * w / w.sum(-1, keepdim=True).clamp(min=1e-6)
        states = unit * (mask * real)[..., None]
        asks = torch.cat([late.whole * F.normalize(qp, dim=-1), late.asks(qp), torch.ones_like(qp[:, :1])], 1)
        tells = torch.cat([F.normalize(dp, dim=-1), late.tells(dp), late.worth(dp) + late.bias], 1)
        return ((best * weights).sum(-1) + (asks * tells).sum(-1))[:, None], states, weights, asks, tells
