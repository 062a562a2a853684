"""Writes small made-up conversations with questions about them; the same seed writes the same text.

A world is two people talking: {"docs": [text], "questions": [{"q": text, "hits": [doc numbers]}]}. Everything in a
world that does not answer a question is a hard negative to it: the same person's other facts, the same fact of the
other person, the question asked aloud, the friend's reaction that repeats its words, and small talk.
"""

import argparse
import json
import random
import re
from pathlib import Path

WORDS = Path(__file__).parent / 'words'


def read(name: str):
    return [line for line in (WORDS / name).read_text().splitlines() if line.strip() and not line.startswith('#')]


LISTS = {
    name: [w.strip() for w in words.split(';')] for name, words in (line.split(':', 1) for line in read('lists.txt'))
}


def sections(name: str):
    made: dict[str, list[str]] = {}
    for line in read(name):
        if line.startswith('['):
            made[line.strip('[] ')] = at = []
        else:
            at.append(line)
    return made


TALK = sections('talk.txt')
PREDICATES = {
    name: {kind: [line.split(':', 1) for line in lines if line[0] == kind] for kind in 'stqr'}
    for name, lines in sections('predicates.txt').items()
}
TIMED = {'When': ('when', 'soon'), 'How long': ('dur',), 'How often': ('often',)}
SLOT = re.compile(r'\{(\w+)\}')
CHOICE = re.compile(r'\{([^{}|]*\|[^{}]*)\}')


class Person:
    def __init__(self, rng, taken=()):
        self.woman = rng.random() < 0.5
        self.name = rng.choice([n for n in LISTS['women' if self.woman else 'men'] if n not in taken])
        self.he, self.his, self.him = ('she', 'her', 'her') if self.woman else ('he', 'his', 'him')


def choose(rng, text):
    """{a|b} → a or b, innermost first, so that a choice may hold a slot."""
    while True:
        found = CHOICE.search(re.sub(r'\{(\w+)\}', r'<\1>', text))
        if not found:
            return text
        flat = re.sub(r'\{(\w+)\}', r'<\1>', text)
        text = re.sub(
            r'<(\w+)>', r'{\1}', flat[: found.start()] + rng.choice(found[1].split('|')) + flat[found.end() :]
        )


def fill(rng, text, values, who, other):
    text = choose(rng, text)
    names = {'N': who.name, 'O': other.name, 'he': who.he, 'his': who.his, 'him': who.him}

    def word(match):
        slot = match[1]
        if slot in names:
            return names[slot]
        if slot not in values:
            values[slot] = rng.choice(LISTS[slot.rstrip('0123456789') if slot not in LISTS else slot])
        return values[slot]

    text = SLOT.sub(word, text)
    return text[0].upper() + text[1:]


SECOND = [
    (r"\bdid {N}", 'did you'),
    (r"\bdoes {N}", 'do you'),
    (r"\bis {N}'s", 'is your'),
    (r"\bis {N}", 'are you'),
    (r"\bhas {N}", 'have you'),
    (r"\bwas {N}'s", 'was your'),
    (r"\bwas {N}", 'were you'),
    (r"\bWould {N}", 'Would you'),
    (r"\bIs {N}", 'Are you'),
    (r"\bDid {N}", 'Did you'),
    (r"\bDoes {N}", 'Do you'),
    (r"{N}'s", 'your'),
    (r"{N}", 'you'),
    (r"{his}", 'your'),
    (r"{he}", 'you'),
    (r"{him}", 'you'),
    ('goal3', 'goal'),
]


def aloud(text, me=False):
    """The same question put to the person ("did you"), or by the person to the memory ("did I")."""
    for pattern, better in SECOND:
        if me:
            better = (
                better.replace('are you', 'am I')
                .replace('Are you', 'Am I')
                .replace('were you', 'was I')
                .replace('your', 'my')
                .replace('you', 'I')
            )
        text = re.sub(pattern, better, text)
    return text


class Fact:
    def __init__(self, rng, name, who, other):
        self.rng, self.name, self.who, self.other, self.values = rng, name, who, other, {}
        self.kind = PREDICATES[name]

    def pick(self, kind):
        return self.rng.choice(self.kind[kind])[1].strip() if self.kind[kind] else '{N} thinks about it.'

    def say(self, text):
        return fill(self.rng, text, self.values, self.who, self.other)

    def question(self, stated, me=False):
        """A question that the stated template can answer, or None."""
        chosen = self.rng.sample(self.kind['q'], len(self.kind['q']))
        for head, text in chosen:
            needs = re.findall(r'\[(\w+)\]', head)
            for start, slots in TIMED.items():
                if text.strip().startswith(start + ' ') and not any('{%s}' % slot in stated for slot in slots):
                    needs.append('?')
            if all('{%s}' % need in stated for need in needs):
                return self.say(aloud(text.strip(), True) if me else text.strip()), re.findall(SLOT, text)
        return None


def small(rng, kind, who, other):
    return fill(rng, rng.choice(TALK[kind]), {}, who, other)


def untidy(rng, text):
    """People do not always type carefully."""
    if rng.random() < 0.15:
        text = text.lower() if rng.random() < 0.5 else text.rstrip('.?!')
    if rng.random() < 0.05:
        text = text.replace("'", '')
    return text


def world(rng, size=22):
    a = Person(rng)
    b = Person(rng, (a.name,))
    form = rng.choices(['chat', 'facts', 'diary'], [0.75, 0.15, 0.10])[0]
    docs, questions, told = [], [], []
    names = rng.sample(list(PREDICATES), size - 6)
    names += rng.sample(names, 6)  # some predicates twice: the other person's, or the same person's second
    rng.shuffle(names)
    for name in names:
        who, other = (a, b) if rng.random() < 0.5 else (b, a)
        if form == 'diary':
            who, other = a, b
        fact = Fact(rng, name, who, other)
        template = fact.pick('t' if form == 'facts' else 's')
        template = choose(rng, template)
        text = fact.say(template)
        if form == 'chat':
            if rng.random() < 0.3:
                ask = fact.question(template)
                if ask and rng.random() < 0.5:
                    echo = fact.say(aloud(rng.choice(fact.kind['q'])[1].strip()))
                    docs.append(
                        f'{other.name}: ' + (small(rng, 'cheer', other, who) + ' ' if rng.random() < 0.4 else '') + echo
                    )
                else:
                    docs.append(f'{other.name}: {small(rng, rng.choice(["ask", "greet"]), other, who)}')
            if rng.random() < 0.45:
                text = small(rng, 'before', who, other) + ' ' + text
            if rng.random() < 0.5:
                text += ' ' + small(rng, 'after', who, other)
            text = f'{who.name}: {text}'
        docs.append(untidy(rng, text))
        told.append((fact, template, len(docs) - 1))
        if form == 'chat' and rng.random() < 0.6:
            reaction = (
                fact.say(fact.pick('r'))
                if rng.random() < 0.6
                else small(rng, rng.choice(['cheer', 'agree', 'comfort']), other, who)
            )
            docs.append(f'{other.name}: {reaction}')
            if rng.random() < 0.4:
                docs.append(f'{who.name}: {small(rng, rng.choice(["thanks", "agree", "photo", "bye"]), who, other)}')
    for fact, template, at in told:
        made = fact.question(template, me=form == 'diary')
        if not made:
            continue
        q, slots = made
        hits = [at]
        for twin, theirs, place in told:
            # the same person said something of the same kind: it answers too, unless the question names a value only
            # one of them has
            if (
                twin is not fact
                and twin.name == fact.name
                and twin.who is fact.who
                and not set(slots) - {'N', 'he', 'his', 'him'}
            ):
                hits.append(place)
        questions.append({'q': untidy(rng, q), 'hits': sorted(set(hits))})
    return {'docs': docs, 'questions': questions}


def worlds(count, seed=7):
    rng = random.Random(seed)
    return [world(rng) for _ in range(count)]


def twins(rng, count):
    """Pairs of texts that tell the same: said by the person and told about them, or said in other words."""
    made = []
    for name in rng.choices(list(PREDICATES), k=count):
        who = Person(rng)
        other = Person(rng, (who.name,))
        fact = Fact(rng, name, who, other)
        one, two = f'{who.name}: {fact.say(fact.pick("s"))}', fact.say(fact.pick(rng.choice('tts')))
        made.append((untidy(rng, one), untidy(rng, two)))
    return made


if __name__ == '__main__':
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument('--count', type=int, default=4000)
    args.add_argument('--seed', type=int, default=7)
    args.add_argument('--out', type=Path, default=Path('work/worlds.jsonl'))
    args = args.parse_args()
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.write_text('\n'.join(json.dumps(w, ensure_ascii=False) for w in worlds(args.count, args.seed)) + '\n')
    print(f'{args.count} worlds in {args.out}')
