"""What many write themselves: SQLite's FTS5 (Porter, BM25) and cosine over vectors from the endpoint, fused by
reciprocal rank."""

import json
import re
import sqlite3
import sys
import urllib.request

import numpy as np

import lines

endpoint = sys.argv[1] + '/embeddings'
database = sqlite3.connect(':memory:')
database.execute(
    "CREATE VIRTUAL TABLE turns USING fts5(text, user UNINDEXED, id UNINDEXED, tokenize = 'porter unicode61')"
)
vectors = {}


def embed(text):
    request = urllib.request.Request(
        endpoint,
        json.dumps({'model': 'all-minilm-l6-v2', 'input': text}).encode(),
        {'content-type': 'application/json'},
    )
    return np.array(json.load(urllib.request.urlopen(request))['data'][0]['embedding'], dtype=np.float32)


def add(user, id, text):
    database.execute('INSERT INTO turns VALUES (?, ?, ?)', (text, user, id))
    vectors.setdefault(user, []).append((id, embed(text)))


def search(user, query, limit):
    words = ' OR '.join(f'"{word}"' for word in re.findall(r'\w+', query))
    by_words = [
        id
        for id, in database.execute(
            'SELECT id FROM turns WHERE turns MATCH ? AND user = ? ORDER BY rank LIMIT 100', (words, user)
        )
    ]
    ids, rows = zip(*vectors[user])
    by_meaning = [ids[at] for at in np.argsort(-(np.stack(rows) @ embed(query)))[:100]]
    scores = {}
    for ranked in (by_words, by_meaning):
        for rank, id in enumerate(ranked, 1):
            scores[id] = scores.get(id, 0) + 1 / (60 + rank)
    return sorted(scores, key=lambda id: -scores[id])[:limit]


lines.serve(add, search)
