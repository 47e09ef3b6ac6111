import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentTool, type Event, restoreSession, S } from '../../../index.ts'
import { agent } from '../../agent/declare.ts'
import { storedSource } from '../../session/stored-event.ts'
import { fallback } from '../fallback.ts'
import { loop } from '../loop.ts'
import { mapOver } from '../map-over.ts'
import { nextStepsFromLog } from '../next-in.ts'
import { parallel } from '../parallel.ts'
import { pipeline } from '../pipeline.ts'
import type { Declared } from '../program.ts'
import { readProgram } from '../read-program.ts'
import { tap } from '../tap.ts'

const helper = agentTool(agent({ name: 'helper' }))
const of = (name: string) => agent({ name, tools: [helper] })
const [a, b, c, d] = [of('a'), of('b'), of('c'), of('d')]

const programs: readonly Declared[] = [
  a,
  agent({ name: 'a', subAgents: [b, c] }),
  pipeline(
    a,
    S.set({ seen: 1 }),
    b,
    tap(() => {}),
    c,
  ),
  pipeline(loop({ max: 4, until: state => state.seen === 1 }, a, b), c),
  pipeline(parallel(a, fallback(b, c)), d),
  pipeline(parallel({ until: 'first' }, a, pipeline(b, c)), d),
  pipeline(fallback(pipeline(a, b), c), d),
  pipeline(S.set({ list: ['p', 'q'] }), mapOver({ key: 'list', into: 'made' }, a), b),
]

type Stored = Pick<Event, 'author'> & Partial<Event>

const author = fc.constantFrom('a', 'b', 'c', 'd', 'agent')
const branch = fc.constantFrom('', '', '', 'a', 'b', '0', '1', 'call:1.0')
const call = fc.constantFrom('1.0', '2.0', '3.0')
const id = fc.constantFrom('x', 'y')
const place = fc.nat(12)
const developer = (actions: NonNullable<Event['actions']>): Stored => ({
  author: 'developer',
  parts: [],
  actions,
})

/** Events that decide what is next, in any order, also in orders that no runner would make. */
const event: fc.Arbitrary<Stored> = fc.oneof(
  fc.record({ author: fc.constant('user'), parts: fc.constant([{ kind: 'text' as const, text: 'Hi' }]) }),
  fc.record({ author, branch, parts: fc.constant([{ kind: 'text' as const, text: 'Hello' }]) }),
  fc
    .tuple(author, branch, id, fc.constantFrom('look', 'helper', 'transfer_to_agent'))
    .map(([author, branch, id, name]) => ({
      author,
      branch,
      parts: [{ kind: 'tool-call' as const, id, name, arguments: { agentName: 'b' } }],
    })),
  fc.tuple(branch, id, fc.boolean()).map(([branch, id, isAnswer]) => ({
    author: 'tool',
    branch,
    parts: [{ kind: 'tool-result' as const, id, name: 'look', content: [] }],
    ...(isAnswer && { actions: { run: { returned: {} } } }),
  })),
  fc
    .constantFrom({ seen: 1 }, { list: ['p', 'q'] }, { made: ['r'] })
    .map(set => developer({ state: { set } })),
  place.map(to => developer({ rewind: { to } })),
  fc.constantFrom('r1', 'r2').map(runId => developer({ run: { asked: { runId } } })),
  fc
    .tuple(author, branch)
    .map(([agent, branch]) => developer({ run: { failed: { agent, branch, why: 'no' } } })),
  fc.constantFrom('3', '2').map(place => developer({ run: { tapped: { place } } })),
  fc.nat(1).map(member => developer({ run: { won: { place: 'pipeline.members[0]', member } } })),
  call.map(call => developer({ run: { background: { call } } })),
  call.map(call => developer({ run: { reported: { call } } })),
  place.map(seq => developer({ run: { rejected: { events: [seq], why: 'no' } } })),
  call.map(call => developer({ run: { waits: { calls: [call] } } })),
  call.map(call => developer({ run: { begun: { calls: [call] } } })),
  fc
    .constantFrom({ cancelled: {} }, { limit: { name: 'steps' as const, most: 2 } })
    .map(run => developer({ run })),
  fc.tuple(author, place).map(([author, upTo]) => ({
    author,
    parts: [{ kind: 'text' as const, text: 'Done' }],
    actions: { run: { answered: { upTo } } },
  })),
)

test('a session that grows has the next steps of one that is read at once', () => {
  fc.assert(
    fc.property(fc.constantFrom(...programs), fc.array(event, { maxLength: 14 }), (program, events) => {
      const { member, graph } = readProgram(program)
      let grown = restoreSession({ events: [] })
      for (const [index, added] of events.entries()) {
        grown = grown.extend(storedSource([added as Event], index))
        const whole = restoreSession({ events: events.slice(0, index + 1) })
        expect(shown(nextStepsFromLog(member, graph, grown))).toEqual(
          shown(nextStepsFromLog(member, graph, whole)),
        )
      }
    }),
    { numRuns: 1_500 },
  )
})

/** Returns steps as plain data. */
const shown = (steps: readonly object[]): unknown => JSON.parse(JSON.stringify(steps))
