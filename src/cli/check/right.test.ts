import { agent, type Member, S, tool } from 'ctxc'
import { describe, expect, test } from 'vitest'
import {
  a,
  b,
  collect,
  fallback,
  found,
  loop,
  parallel,
  pipeline,
  reads,
  route,
  writes,
} from './test/programs.ts'

describe('a correct program that looks wrong is not reported', () => {
  test.each<[string, Member]>([
    ['an agent reads what the one before writes', pipeline(writes('w', 'k'), reads('r', '{k}'))],
    ['branches of a parallel write, the next reads', pipeline(parallel(a, b), reads('r', '{ka} {kb}'))],
    ['a loop writes, the next reads', pipeline(loop(3, writes('w', 'k')), reads('r', '{k}'))],
    ['a nested pipeline writes', pipeline(pipeline(pipeline(a)), reads('r', '{ka}'))],
    [
      'every way of a route writes',
      pipeline(route('user:x', { y: a }, writes('c', 'ka')), reads('r', '{ka}')),
    ],
    ['every member of a fallback writes', pipeline(fallback(a, writes('c', 'ka')), reads('r', '{ka}'))],
    ['a field with something to stand there', pipeline(writes('p', 'plan'), reads('r', '{plan.days|none}'))],
    ['S.defaults gives a value', pipeline(S.defaults({ conf: 0.5 }), reads('r', '{conf}'))],
    [
      'a counter counts from what it gives itself',
      pipeline(
        S.defaults({ n: 0 }),
        S.transform('n', n => Number(n) + 1),
        reads('r', '{n}'),
      ),
    ],
    [
      'S.set satisfies a tool',
      pipeline(S.set({ q: 1 }), agent({ name: 'r', tools: [tool({ name: 't', reads: ['q'] })] })),
    ],
    [
      'S.capture satisfies a tool',
      pipeline(S.capture('q'), agent({ name: 'r', tools: [tool({ name: 't', reads: ['q'] })] })),
    ],
    ['words of prose in doubled braces', reads('r', 'Reply with {{status}} and {"a": 1}')],
    [
      'a writer and a critic, the first round begun by S.defaults',
      pipeline(
        S.defaults({ fb: '' }),
        loop(3, reads('w', '{fb}', { outputKey: 'd' }), reads('c', '{d}', { outputKey: 'fb' })),
      ),
    ],
    ['agents that only talk', pipeline(agent({ name: 'x' }), agent({ name: 'y' }), agent({ name: 'z' }))],
    [
      'a loop that ends by a condition',
      { kind: 'loop', members: [agent({ name: 'x' })], until: () => true, max: 4 },
    ],
    [
      'a classifier and its route',
      pipeline(writes('c', 'intent'), route('intent', { book: agent({ name: 'x' }) })),
    ],
    ['a key that the session brings', reads('r', '{intent}', { expects: ['intent'] })],
    ['keys of the app and the user', reads('r', '{app:name} {user:city}')],
    ['a key of this run, written in it', pipeline(S.set({ 'temp:x': 1 }), reads('r', '{temp:x}'))],
    ['a key that may be missing, and says so', reads('r', '{k?} {l|none}')],
    [
      'two ways write two keys, and a step makes one of them',
      pipeline(
        route('user:x', { y: writes('web', 'w') }, writes('files', 'f')),
        S.merge(['w', 'f'], 'findings'),
        reads('r', '{findings}'),
      ),
    ],
    ['a key that S.pick keeps', pipeline(a, b, S.pick('ka', 'kb'), reads('r', '{ka} {kb}'))],
    ['the new name of S.rename', pipeline(a, S.rename({ ka: 'in' }), reads('r', '{in}'))],
    [
      'a tree of agents that say what they are for',
      agent({
        name: 'router',
        subAgents: [agent({ name: 'x', description: 'X' }), agent({ name: 'y', description: 'Y' })],
      }),
    ],
    [
      'a mapOver, and the answers of its rounds',
      pipeline(writes('p', 'list'), collect(reads('m', '{it}')), reads('r', '{all}')),
    ],
    [
      'a mapOver whose answers a tool reads',
      pipeline(
        S.set({ list: [1] }),
        collect(reads('m', '{it}')),
        agent({ name: 'r', tools: [tool({ name: 't', reads: ['all'] })], includeContents: 'user-only' }),
      ),
    ],
    [
      'a mapOver whose answers a function may read',
      pipeline(
        S.set({ list: [1] }),
        collect(reads('m', '{it}')),
        S.compute({ n: state => Object.keys(state).length }),
        reads('r', '{n}', { includeContents: 'user-only' }),
      ),
    ],
    [
      'a mapOver whose answers are what the program comes to',
      pipeline(S.set({ list: [1] }), loop(2, collect(pipeline(agent({ name: 'x' }), reads('m', '{it}'))))),
    ],
    [
      'a tap and a guard that look at what they like',
      pipeline(a, { kind: 'tap', look: () => {} }, agent({ name: 'z' })),
    ],
    [
      'a route with a way for each value of an enum',
      pipeline(
        agent({ name: 'c', outputKey: 'mood', outputSchema: { type: 'string', enum: ['good', 'bad'] } }),
        route('mood', { good: writes('x', 'k'), bad: writes('y', 'k') }),
        reads('r', '{k}'),
      ),
    ],
    ['a session that knows a key with a dot', pipeline(S.set({ 'plan.days': 3 }), reads('r', '{plan.days}'))],
  ])('%s', (_, program) => {
    expect(found(program)).toEqual([])
  })
})
