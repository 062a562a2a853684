"""Orders in, answers out, a JSON line each: how bench/peers.ts speaks to a peer. Timing is taken on its side."""

import json
import sys

orders, answers = sys.stdin, sys.stdout
sys.stdout = sys.stderr  # what libraries print is no answer


def serve(add, search):
    def say(body):
        answers.write(json.dumps(body) + '\n')
        answers.flush()

    say({'ready': True})
    for line in orders:
        order = json.loads(line)
        if 'add' in order:
            add(order['user'], order['id'], order['add'])
            say({'found': []})
        elif 'settle' in order:
            say({'found': []})
        else:
            say({'found': search(order['user'], order['search'], order['limit'])})
