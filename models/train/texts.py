"""The training text: our generator's worlds, TREC-QA and XQuAD, all in the generator's shape ({"docs",
"questions"})."""

import csv
import json
import random
import re
from pathlib import Path

import torch

import generate

SHARED = Path(__file__).resolve().parents[3] / 'shared' / 'train'


def untreebank(text: str) -> str:
    """TREC-QA keeps the Penn Treebank's tokens; people do not write like that."""
    text = text.replace('-LRB-', '(').replace('-RRB-', ')').replace('``', '"').replace("''", '"').replace('<num>', '12')
    text = re.sub(r' (n\'t|\'s|\'re|\'ve|\'ll|\'d|\'m)\b', r'\1', text)
    return re.sub(r' ([.,!?;:%)])', r'\1', re.sub(r'([($]) ', r'\1', text)).strip()


def trec(split: str, folder=SHARED):
    """Worlds of six questions each; the other questions' sentences are further negatives."""
    groups: dict[str, list] = {}
    with open(folder / 'trec-qa' / f'{split}.csv', newline='') as file:
        for row in csv.DictReader(file):
            groups.setdefault(untreebank(row['qtext']), []).append((untreebank(row['atext']), row['label'] == '1'))
    usable = [(q, rows) for q, rows in groups.items() if any(hit for _, hit in rows)]
    made = []
    for start in range(0, len(usable), 6):
        one = {'docs': [], 'questions': []}
        for q, rows in usable[start : start + 6]:
            # never more than twelve sentences of one question, the answers first
            rows = sorted(rows, key=lambda row: not row[1])[:12]
            one['questions'].append(
                {'q': q, 'hits': [len(one['docs']) + at for at, (_, hit) in enumerate(rows) if hit]}
            )
            one['docs'] += [text for text, _ in rows]
        made.append(one)
    return made


def xquad(folder=SHARED):
    """One world for three neighbouring paragraphs of an article: the sentence that holds the answer is the hit."""
    made = []
    for article in json.loads((folder / 'xquad-en' / 'xquad.en.json').read_text())['data']:
        for start in range(0, len(article['paragraphs']), 3):
            one = {'docs': [], 'questions': []}
            for paragraph in article['paragraphs'][start : start + 3]:
                ends = [m.end() for m in re.finditer(r'(?<=[a-z0-9)"\]][.!?])\s+(?=[A-Z"(])', paragraph['context'])] + [
                    len(paragraph['context'])
                ]
                first = len(one['docs'])
                one['docs'] += [paragraph['context'][a:b].strip() for a, b in zip([0] + ends, ends)]
                for qa in paragraph['qas']:
                    at = next(n for n, end in enumerate(ends) if qa['answers'][0]['answer_start'] < end)
                    one['questions'].append({'q': qa['question'], 'hits': [first + at]})
            made.append(one)
    return made


def passages(text, words=40):
    """A long turn in pieces of whole sentences, as the service reads it."""
    made, last = [], ''
    for sentence in re.split(r'(?<=[.!?])\s+', text):
        if last and len(last.split()) + len(sentence.split()) > words:
            made.append(last)
            last = sentence
        else:
            last = f'{last} {sentence}'.strip()
    return made + [last]


def authored(folder=Path(__file__).parent / 'conversations'):
    """Our own conversations: every question with the turns that it needs; of a long turn any piece will do."""
    made = []
    for path in sorted(folder.glob('*/*.txt')):
        for part in path.read_text().split('## ')[1:]:
            one, of = {'docs': [], 'questions': []}, {}
            for name, speaker, text in re.findall(r'^(D\d+:\d+) ([^:\n]+): (.+)$', part, re.M):
                pieces = passages(text)
                of[name] = range(len(one['docs']), len(one['docs']) + len(pieces))
                one['docs'] += [f'{speaker}: {piece}' for piece in pieces]
            for question, needed in re.findall(r'^\? [\w-]+ \| ([^|]+) \| ([D\d: ]+)', part, re.M):
                hits = [at for name in needed.split() for at in of[name]]
                if hits:
                    one['questions'].append({'q': question.strip(), 'hits': hits})
            made.append(one)
    return made


def load(count: int, seed: int, folder=SHARED):
    """(training, held out): the held-out part is a twentieth of each source, and trec-qa's own test split."""
    rng = random.Random(seed)
    parts = [generate.worlds(count, seed), trec('train', folder) + trec('dev', folder), xquad(folder), authored()]
    train, held = [], trec('test', folder)
    for part in parts:
        cut = max(1, len(part) // 20)
        held += part[: min(cut, 60)]
        train.append(part[cut:])
    rng.shuffle(held)
    return train, held


def matrix(worlds):
    """Questions and documents of several worlds side by side, and a one where a document answers a question."""
    docs, asked = [], []
    for world in worlds:
        asked += [(q['q'], [len(docs) + at for at in q['hits']]) for q in world['questions']]
        docs += world['docs']
    hits = torch.zeros(len(asked), len(docs))
    for row, (_, at) in enumerate(asked):
        hits[row, at] = 1
    return [q for q, _ in asked], docs, hits
