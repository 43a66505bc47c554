"""The protocol as it is implemented: a floor for each table instead of "publish or remove, bump always".

A database read whose answer reaches a client raises the floor of its table to the head read after its
last query; memory serves only what is current to the floor.  Loads in flight are still refused when an
invalidation has overtaken them, but a publication bumps nothing and removes nothing.

python3 floor.py CAP WALKSECS     with the table id in the request, then without one
python3 floor.py CAP WALKSECS off the same with the floor switched off: monotonic reads break (c)
"""
import multiprocessing as mp
import sys

import fix3
from deep import walk
from scen import S, go

CAP = int(sys.argv[1])
SECS = float(sys.argv[2])
FLOOR = len(sys.argv) < 4
RULES = dict(
    fix3.F3, use_c=False, log_ids=True, gated_applied=True,
    floor=FLOOR, bump_pub=False, drop='none', drop_absent=False, pub='newer')
JOBS = [('with id', RULES, n) for n in S] + [('no id', dict(RULES, tid=False), n) for n in S]


def one(job):
    i, (label, rules, name) = job
    found = go(name, rules, CAP)
    walks = walk(name, rules, SECS, i + 100) if not found['full'] else (0, 0, 0, {})
    return label, name, found, walks


if __name__ == '__main__':
    states = transitions = 0
    with mp.Pool(2, maxtasksperchild=1) as pool:
        for label, name, found, walks in pool.imap(one, list(enumerate(JOBS))):
            states += found['states']
            transitions += found['trans']
            broken = sorted((set(found['found']) | set(walks[3])) - {'Cunsound'})
            print('%-8s %-10s %8d states depth %2d %-8s walks %6d steps  broken %s' % (
                label, name, found['states'], found['depth'],
                'complete' if found['full'] else 'BOUNDED', walks[1], ','.join(broken) or '-'),
                flush=True)
            traces = dict(walks[3])
            traces.update(found['found'])
            for promise in broken:
                print('   [%s]' % promise)
                for i, step in enumerate(traces[promise], 1):
                    print('     %2d. %s' % (i, step))
    print('total', states, 'states', transitions, 'transitions')
