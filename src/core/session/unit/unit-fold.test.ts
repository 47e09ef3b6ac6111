import { describe, expect, test } from 'vitest'
import type { EventInput } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { createSession } from '../create.ts'

const call = (id: string, name = 'f'): Part => ({ kind: 'tool-call', id, name, arguments: '{}' })
const result = (id: string, name = '', text = 'done'): Part => ({
  kind: 'tool-result',
  id,
  ...(name && { name }),
  content: [{ kind: 'text', text }],
})
const agent = (...parts: Part[]): EventInput => ({ author: 'agent', parts })
const tool = (...parts: Part[]): EventInput => ({ author: 'tool', parts })
const user = (text: string, ...parts: Part[]): EventInput => ({ author: 'user', text, parts })

/** Returns units as `kind seq.from-to …`, with the places of results after an arrow. */
function unitsOf(...events: EventInput[]): string[] {
  const { rows } = createSession({ events }).units
  return Array.from({ length: rows.length }, (_, ordinal) => {
    const unit = rows.unit(ordinal)
    const spans = unit.spans.map(({ seq, from, to }) => `${seq}.${from}-${to}`).join(' ')
    const answers = unit.calls.map(index => {
      const { answer } = rows.call(index)
      return answer ? `${answer.seq}.${answer.part}` : '?'
    })
    return `${unit.kind} ${spans}${answers.length > 0 ? ` -> ${answers.join(' ')}` : ''}${unit.open ? ' open' : ''}`
  })
}

describe('a rewind', () => {
  const turns = [user('a'), agent(call('x')), tool(result('x')), user('b'), agent(call('y'))]
  const hidden = (...events: EventInput[]): number[] => {
    const { rows } = createSession({ events }).units
    return Array.from({ length: rows.length }, (_, unit) => unit).filter(unit => rows.isHidden(unit))
  }
  const back = (to: number): EventInput => ({ author: 'developer', actions: { rewind: { to } } })

  test('removes units, pending ones too, and makes no unit of its own', () => {
    const session = createSession({ events: [...turns, back(3)] })
    const { units } = session
    expect([units.rows.length, units.rows.hidden, units.lastShown(), units.openUnits()]).toEqual([
      4,
      2,
      1,
      [],
    ])
    expect(session.append(user('c')).units.openerOf(4)).toBe(4)
    expect(hidden(...turns, back(3), user('c'), back(0))).toEqual([0, 1, 2, 3, 4])
    expect(hidden(...turns, back(99))).toEqual([])
  })

  test('leaves a unit whole that began before it', () => {
    expect(hidden(user('a'), agent(call('x')), tool(result('x')), back(2))).toEqual([])
  })

  test('undoes a summary, and its units are shown again', () => {
    const told = { author: 'agent', text: 'told', actions: { compaction: { covers: [{ from: 0, to: 3 }] } } }
    const again = { ...told, text: 'anew', actions: { compaction: { covers: [{ from: 0, to: 6 }] } } }
    expect(hidden(...turns, told)).toEqual([1, 4])
    expect(hidden(...turns, told, back(5))).toEqual([4])
    expect(hidden(...turns, told, user('c'), agent(), again, back(6))).toEqual(
      hidden(...turns, told).concat(5, 6, 7),
    )
  })
})

describe('a unit', () => {
  test('is a message, or a response with its calls and results', () => {
    expect(unitsOf(user('hi'), agent(call('a'), call('b')), tool(result('b')), tool(result('a')))).toEqual([
      'user 0.0-1',
      'model 1.0-2 2.0-1 3.0-1 -> 3.0 2.0',
    ])
  })

  test('is open until every call is answered', () => {
    expect(unitsOf(agent(call('a'), call('b')), tool(result('a')))).toEqual([
      'model 0.0-2 1.0-1 -> 1.0 ? open',
    ])
  })

  test('stays open through a user message', () => {
    expect(unitsOf(agent(call('a')), user('wait'), tool(result('a')))).toEqual([
      'model 0.0-1 2.0-1 -> 2.0',
      'user 1.0-1',
    ])
  })

  test('is closed by the next response of its branch, not of another', () => {
    expect(unitsOf(agent(call('a')), agent({ kind: 'text', text: 'well' }), tool(result('a')))).toEqual([
      'model 0.0-1 -> ?',
      'model 1.0-1',
      'late 2.0-1',
    ])
    expect(
      unitsOf(agent(call('a')), { ...agent({ kind: 'text', text: 'well' }), branch: 'b' }, tool(result('a'))),
    ).toEqual(['model 0.0-1 2.0-1 -> 2.0', 'model 1.0-1'])
  })

  test('is not closed by an answer without content', () => {
    expect(unitsOf(agent(call('a')), agent({ kind: 'text', text: '' }), tool(result('a')))).toEqual([
      'model 0.0-1 2.0-1 -> 2.0',
      'model 1.0-1',
    ])
  })

  test('takes the results of a user message, whose text stays a unit of its own', () => {
    expect(
      unitsOf(agent(call('a')), { author: 'user', parts: [result('a'), { kind: 'text', text: 'and?' }] }),
    ).toEqual(['model 0.0-1 1.0-1 -> 1.0', 'user 1.1-2'])
  })

  test('joins events of one response until another author writes', () => {
    const item = (...parts: Part[]): EventInput => ({ ...agent(...parts), response: 'r' })
    expect(
      unitsOf(
        item(call('a')),
        item(call('b')),
        tool(result('a')),
        tool(result('b')),
        item({ kind: 'text', text: 'x' }),
      ),
    ).toEqual(['model 0.0-1 1.0-1 2.0-1 3.0-1 -> 2.0 3.0', 'model 4.0-1'])
  })
})

test('a response of one agent is never continued by another', () => {
  const item = (author: string, text: string): EventInput => ({ author, text, response: 'r' })
  expect(unitsOf(item('a', 'x'), item('a', 'y'), item('b', 'z'))).toEqual([
    'model 0.0-1 1.0-1',
    'model 2.0-1',
  ])
})

describe('a result', () => {
  test('answers the call of the same id and name', () => {
    expect(
      unitsOf(agent(call('a', 'f'), call('a', 'g')), tool(result('a', 'g')), tool(result('a', 'f'))),
    ).toEqual(['model 0.0-2 1.0-1 2.0-1 -> 2.0 1.0'])
  })

  test('answers the oldest call of its id, else a call by name and order', () => {
    expect(unitsOf(agent(call('a', 'f'), call('a', 'g')), tool(result('a')))).toEqual([
      'model 0.0-2 1.0-1 -> 1.0 ? open',
    ])
    expect(unitsOf(agent(call('a', 'f'), call('b', 'g')), tool(result('', 'g')))).toEqual([
      'model 0.0-2 1.0-1 -> ? 1.0 open',
    ])
  })

  test('answers no later call if its id is that of an earlier one', () => {
    expect(unitsOf(agent(call('a')), agent(call('b')), tool(result('a', 'f')))).toEqual([
      'model 0.0-1 2.0-1 -> 2.0',
      'model 1.0-1 -> ? open',
    ])
  })

  test('is an orphan without a call, and late after another result', () => {
    expect(unitsOf(tool(result('zz')))).toEqual(['orphan 0.0-1'])
    expect(unitsOf(agent(call('a')), tool(result('a')), tool(result('a', '', 'other')))).toEqual([
      'model 0.0-1 1.0-1 -> 1.0',
      'late 2.0-1',
    ])
  })
})

describe('a result before its call', () => {
  const said = agent({ kind: 'text', text: 'well' })
  const moved = ['orphan 0.0-0', 'model 1.0-1 0.0-1 -> 0.0']

  test('is in the unit of the call, whichever event or stretch of the log it came in', () => {
    expect(unitsOf(tool(result('a')), agent(call('a')))).toEqual(moved)
    expect(unitsOf(agent(result('a'), call('a')))).toEqual(['orphan 0.0-0', 'model 0.1-2 0.0-1 -> 0.0'])
    const session = createSession({ events: [tool(result('a')), user('b')] })
    expect(session.units.rows.unit(0).size).toBe(4)
    const { rows } = session.append(agent(call('a', 'f'), call('b'))).append(tool(result('b'))).units
    expect([rows.unit(2).spans, rows.unit(2).size, rows.unit(0).size]).toEqual([
      [
        { seq: 2, from: 0, to: 2 },
        { seq: 3, from: 0, to: 1 },
        { seq: 0, from: 0, to: 1 },
      ],
      14,
      0,
    ])
    expect(session.units.rows.unit(0).size).toBe(4)
  })

  test('gives way to one after the call, until the model has answered', () => {
    const own = tool(result('a', '', 'own'))
    expect(unitsOf(tool(result('a')), agent(call('a')), own)).toEqual([
      'orphan 0.0-0',
      'model 1.0-1 2.0-1 -> 2.0',
      'orphan 0.0-1',
    ])
    expect(unitsOf(tool(result('a')), agent(call('a')), said, own)).toEqual([
      ...moved,
      'model 2.0-1',
      'late 3.0-1',
    ])
    const { units } = createSession({ events: [tool(result('a')), agent(call('a'))] })
    expect([units.isGrowing(1), units.openUnits()]).toEqual([true, []])
  })

  test('answers the call of its branch and its id only, the nearest of several', () => {
    expect(unitsOf(tool(result('a')), { ...agent(call('a')), branch: 'b' })).toEqual([
      'orphan 0.0-1',
      'model 1.0-1 -> ? open',
    ])
    expect(unitsOf(tool(result('', 'f')), agent(call('a')))).toEqual([
      'orphan 0.0-1',
      'model 1.0-1 -> ? open',
    ])
    expect(unitsOf(tool(result('a', '', 'old')), tool(result('a')), agent(call('a')))).toEqual([
      'orphan 0.0-1',
      'orphan 1.0-0',
      'model 2.0-1 1.0-1 -> 1.0',
    ])
  })

  test('is not one that was rewound', () => {
    const rewind: EventInput = { author: 'developer', actions: { rewind: { to: 0 } } }
    expect(unitsOf(tool(result('a')), rewind, agent(call('a')))).toEqual([
      'orphan 0.0-1',
      'model 2.0-1 -> ? open',
    ])
  })
})

test("a result with the id and the content of its call's is a copy, before and after the model went on", () => {
  const said = agent({ kind: 'text', text: 'well' })
  expect(unitsOf(agent(call('a')), tool(result('a')), said, tool(result('a')))).toEqual([
    'model 0.0-1 1.0-1 -> 1.0',
    'model 2.0-1',
    'copy 3.0-1',
  ])
  expect(unitsOf(tool(result('a')), tool(result('a')), agent(call('a')), tool(result('a')))).toEqual([
    'copy 0.0-1',
    'orphan 1.0-0',
    'model 2.0-1 3.0-1 -> 3.0',
    'copy 1.0-1',
  ])
})

test('an event without parts is a unit unless it only has actions', () => {
  expect(
    unitsOf(
      { author: 'agent', parts: [] },
      { author: 'agent', parts: [], actions: { state: { set: { a: 1 } } } },
    ),
  ).toEqual(['model 0.0-0'])
})

test('a call in a user message is text, not a call', () => {
  expect(unitsOf({ author: 'user', parts: [call('a')] }, tool(result('a')))).toEqual([
    'user 0.0-1',
    'orphan 1.0-1',
  ])
})
