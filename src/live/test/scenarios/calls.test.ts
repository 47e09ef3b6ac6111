// Tools, confirmations and failures: scenarios 53 to 84, by number.
import { describe, expect, test } from 'vitest'
import { withState } from '../../steering/modifier.ts'
import { contextIn, gemini, gptLive, kinds, Line, older, openai } from './line.ts'

const tools = [
  { name: 'x', timeoutMs: 1_000 },
  { name: 'later', background: true },
]
const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])], tools } as const
const call = (id: string, name = 'x') => ({ type: 'called', id, name, args: {} }) as const
const result = (id: string, set = {}) => ({ type: 'result', id, value: id, set }) as const

describe.each([gemini, older, openai])('%s: tools', profile => {
  test('53 and 60: what a result changes goes before it, or inside it where context would cancel the call', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'))
    const sent = line.send(result('c1', { k: 1 }))
    expect(contextIn(sent)).toEqual({ 'default/0': 'Current context: k=1' })
    expect(kinds(sent).slice(0, 2)).toEqual(profile === openai ? ['context', 'result'] : ['result'])
  })

  test('60: a change while a call is open sends no context on models that would cancel it', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'))
    expect(kinds(line.set({ k: 1 }))).toEqual(profile === openai ? ['context'] : [])
  })

  test('54 and 56: the result of a cancelled call is dropped with a note, the other one is sent', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'), call('c2'), { type: 'calls-cancelled', ids: ['c1'] })
    expect(line.of('abort').map(({ id }) => id)).toEqual(['c1'])
    expect(kinds(line.send(result('c1')))).toEqual([])
    expect(line.notes()).toContain('CX8006')
    expect(kinds(line.send(result('c2')))).toContain('result')
  })

  test('55: a result after its connection is told as context', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'))
    line.reconnect()
    expect(Object.values(contextIn(line.send(result('c1'))))).toEqual(['Result of x: "c1"'])
    expect(line.notes()).toContain('CX8007')
    expect(line.turn().filter(({ kind }) => kind === 'context')).toEqual([])
  })

  test('57 and 58: a second and an unknown result are notes', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'), result('c1'))
    expect(kinds(line.send(result('c1'), result('c9')))).toEqual([])
    expect(line.notes().filter(code => code === 'CX8006')).toHaveLength(2)
  })

  test('59 (L11): of a mixed batch, each id is answered once', () => {
    const phases = [{ name: 'a', tools: ['x'] }]
    const line = new Line(profile, { tools, phases, initialPhase: 'a' })
    const sent = line.send(call('c1', 'later'), call('c2'), call('c3', 'nobody'), result('c2'))
    const ids = sent.flatMap(message => (message.kind === 'result' ? [message.call] : []))
    expect(ids.sort()).toEqual(['c1', 'c2', 'c3'])
    expect(line.of('run').map(({ id }) => id)).toEqual(['c2'])
  })

  test('64: a phase that changes twice while a call runs is told once, as it is then', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'), { type: 'answer-started' })
    line.set({ k: 1 })
    line.set({ k: 2 })
    const sent = line.send(result('c1'), { type: 'turn-complete' })
    if (profile !== openai) expect(contextIn(sent)).toEqual({ 'default/0': 'Current context: k=2' })
    expect(line.state.told['default/0']?.text).toContain('k=2')
  })

  test('65: a tool that never answers is answered for', () => {
    const line = new Line(profile, injected)
    line.send(call('c1'))
    expect(line.of('timer').some(({ name, after }) => name === 'tool/c1' && after === 1_000)).toBe(true)
    expect(kinds(line.send({ type: 'timer', name: 'tool/c1' }))).toContain('result')
  })
})

describe('confirmation and failure', () => {
  test.each([gemini, openai, gptLive])(
    '73: %s: a message that was not written is sent again, after a while',
    profile => {
      const line = new Line(profile, injected)
      line.isWriting = false
      const [sent] = line.set({ k: 1 })
      const [frame] = Object.keys(line.state.flying)
      line.isWriting = true
      expect(line.send({ type: 'failed', frame: Number(frame) })).toEqual([])
      const [again] = line.send({ type: 'timer', name: 'retry' })
      expect(contextIn([again as never])).toEqual(contextIn([sent as never]))
    },
  )

  test('10 of the listed weaknesses, L10: nothing is remembered before it is confirmed', () => {
    const line = new Line(openai, injected)
    line.isConfirming = false
    line.set({ k: 1 })
    expect(line.state.told['default/0']).toBeUndefined()
  })

  test('74: delays between attempts grow', () => {
    const line = new Line(gemini, injected)
    line.isWriting = false
    line.set({ k: 1 })
    for (let attempt = 0; attempt < 4; attempt++) {
      line.send({ type: 'failed', frame: Number(Object.keys(line.state.flying)[0]) })
      line.send({ type: 'timer', name: 'retry' })
    }
    const delays = line.of('timer').flatMap(({ name, after }) => (name === 'retry' ? [after] : []))
    expect(delays).toEqual([100, 200, 400, 800])
  })

  test('76: a confirmation that never comes counts as a loss', () => {
    const line = new Line(openai, injected)
    line.isConfirming = false
    line.set({ k: 1 })
    const [frame] = Object.keys(line.state.flying)
    line.send({ type: 'timer', name: `ack/${frame}` })
    expect(kinds(line.send({ type: 'timer', name: 'retry' }))).toEqual(['context'])
  })

  test('77: a confirmation after the connection ended changes nothing', () => {
    const line = new Line(openai, injected)
    line.isConfirming = false
    line.set({ k: 1 })
    const [frame] = Object.keys(line.state.flying)
    line.send({ type: 'closed' })
    line.send({ type: 'acked', frame: Number(frame) })
    expect(line.state.told).toEqual({})
  })

  test('78: GPT-Live confirms only with audio, so nothing is late', () => {
    const line = new Line(gptLive, injected)
    line.isConfirming = false
    line.set({ k: 1 })
    expect(line.of('timer').filter(({ name }) => name.startsWith('ack/') && name !== 'ack/0')).toEqual([])
  })

  test('79: a block that the server made or dropped by itself is no business of ours', () => {
    const line = new Line(openai, injected)
    expect(line.send({ type: 'removed', item: 'item_of_theirs' })).toEqual([])
  })

  test('80 and 81: the earlier block is removed after the new one is confirmed, and if that fails both stay', () => {
    const line = new Line(openai, injected)
    line.set({ k: 1 })
    const old = line.state.told['default/0']?.item
    line.isConfirming = false
    expect(kinds(line.set({ k: 2 }))).toEqual(['context'])
    const frame = Number(Object.keys(line.state.flying)[0])
    const [remove] = line.send({ type: 'acked', frame })
    expect(remove).toEqual({ kind: 'remove', item: old })
    expect(line.turn()).toEqual([])
  })

  test('82 and 83: a model that refuses an update gets what it carried by another way', () => {
    const phases = [
      {
        name: 'a',
        instruction: 'Do a.',
        transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }],
      },
      { name: 'b', instruction: 'Do b.' },
    ]
    const line = new Line(gemini, { phases, initialPhase: 'a' } as never)
    line.send({ type: 'handle', id: 'h1' })
    line.set({ p: 1 })
    line.send({ type: 'closed', refusesUpdates: true, reason: 'Unknown name "contextUpdate"' })
    const [setup] = line.send({ type: 'opened' })
    expect(setup).toMatchObject({ kind: 'setup', instruction: 'Base.\n\nDo b.' })
    expect(line.notes()).toContain('CX8004')
    line.send({ type: 'ready' })
    // Scenario 83: from now on, changes need a new connection, or are sent as context.
    line.send({ type: 'handle', id: 'h2' })
    line.set({ p: 2 })
    expect(line.state.refused).toContain('instruction/update')
  })
})

describe('calls in the background', () => {
  const later = call('c1', 'later')

  test('61: reports of progress go to the call on Gemini, and as context elsewhere', () => {
    const line = new Line(gemini, injected)
    line.send(later)
    expect(line.send({ type: 'progress', id: 'c1', value: 'half' })).toMatchObject([
      { kind: 'progress', call: 'c1', value: 'half' },
    ])
    expect(kinds(line.send(result('c1')))).toEqual(['result'])
    const other = new Line(openai, injected)
    other.send(later)
    const sent = other.send({ type: 'progress', id: 'c1', value: 'half' })
    expect(contextIn(sent)).toEqual({ 'call/c1': 'later, so far: "half"' })
    other.send(result('c1'))
    other.turn()
    expect(Object.keys(other.state.told)).not.toContain('call/c1')
    expect(other.turn()).toEqual([])
  })

  test('61: a report after the result, or of a call that blocks, is dropped', () => {
    const line = new Line(gemini, injected)
    line.send(later, result('c1'), call('c2'))
    expect(
      line.send({ type: 'progress', id: 'c1', value: 1 }, { type: 'progress', id: 'c2', value: 1 }),
    ).toEqual([])
  })

  test('62: on Vertex and on 3.1 every call blocks, so context waits for its result', () => {
    for (const model of ['gemini-3.8-live-vertex', 'gemini-3.1-live']) {
      const line = new Line(model, injected)
      line.send(later)
      expect(line.set({ k: 1 })).toEqual([])
      expect(contextIn(line.send(result('c1')))).toEqual({ 'default/0': 'Current context: k=1' })
    }
  })

  test('63: what waits while the model speaks goes inside a result, which does not interrupt', () => {
    const line = new Line(gemini, injected)
    line.send(later, { type: 'answer-started' })
    expect(line.set({ k: 1 })).toEqual([])
    const [sent] = line.send(result('c1'))
    expect(sent).toMatchObject({ kind: 'result', context: [{ slot: 'default/0' }] })
    expect(line.send({ type: 'turn-complete' })).toEqual([])
  })

  test('66: a model that thinks long and speaks several times first is not cut off', () => {
    const line = new Line(gemini, injected)
    line.send(later)
    for (const text of ['One moment.', 'Still looking.']) {
      line.send({ type: 'answer-started' }, { type: 'spoke', text })
      expect(line.set({ k: text.length })).toEqual([])
      expect(line.send({ type: 'turn-complete', goesOn: true })).toEqual([])
    }
    line.send(result('c1'))
    expect(line.of('said').map(({ text }) => text)).toEqual(['One moment.', 'Still looking.'])
    expect(line.state.told['default/0']?.text).toContain('14')
  })
})

test('75: an error of the server that names no message is reported', () => {
  const line = new Line(openai, injected)
  line.send({ type: 'server-error', reason: 'rate limit' })
  expect(line.notes()).toEqual(['CX8013'])
})

test('13: phases without a first one are rejected, and unknown targets and tools too', () => {
  expect(() => new Line(openai, { phases: [{ name: 'a' }] })).toThrow('has phases, but no initialPhase')
})

test('gemini: a result is all that is sent for a call', () => {
  const line = new Line(gemini, { tools: [{ name: 'x' }] })
  expect(
    kinds(line.send({ type: 'called', id: 'c', name: 'x', args: {} }, { type: 'result', id: 'c', value: 1 })),
  ).toEqual(['result'])
})
