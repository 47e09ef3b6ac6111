// Reconnects, transcripts, truncation and whole conversations: scenarios 85 to 118, by number.
import { describe, expect, test } from 'vitest'
import { when, withState } from '../../steering/modifier.ts'
import { contextIn, gemini, kinds, Line, older, openai } from './line.ts'

const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const
const told = (line: Line) =>
  Object.fromEntries(Object.entries(line.state.told).map(([slot, { text }]) => [slot, text]))
const moving = {
  phases: [
    {
      name: 'a',
      instruction: 'Do a.',
      transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }],
    },
    { name: 'b', instruction: 'Do b.' },
  ],
  initialPhase: 'a',
} as never as object

describe.each([gemini, openai])('%s: reconnect', profile => {
  test.each([
    ['85: in the middle of a turn', [{ type: 'answer-started' }]],
    ['86: in the middle of a call', [{ type: 'called', id: 'c', name: 'x', args: {} }]],
    ['88: with pending context', [{ type: 'answer-started' }, { type: 'set', set: { k: 2 } }]],
  ] as const)('%s: everything is told in one batch', (_, events) => {
    const line = new Line(profile, { ...injected, tools: [{ name: 'x' }] }, { k: 1 })
    line.send({ type: 'handle', id: 'h1' }, ...(events as never as []))
    const before = Object.keys(told(line))
    const sent = line.reconnect()
    // An answer that was in progress is requested again.
    const isAnswered = events.some(({ type }) => type === 'answer-started')
    expect(kinds(sent)).toEqual(['setup', 'context', ...(isAnswered ? ['speak'] : [])])
    expect(Object.keys(told(line)).sort()).toEqual(before.sort())
  })

  test('87: between the write and the reading: it is told again', () => {
    const line = new Line(profile, injected)
    line.isConfirming = false
    line.set({ k: 1 })
    line.isConfirming = true
    expect(contextIn(line.reconnect())).toEqual({ 'default/0': 'Current context: k=1' })
  })

  test('94: a phase that changed while offline is the only one that is told', () => {
    const line = new Line(profile, { ...injected, ...moving })
    line.send({ type: 'closed' })
    line.set({ p: 1 })
    const sent = [...line.send({ type: 'opened' }), ...line.send({ type: 'ready' })]
    expect(JSON.stringify(sent)).toContain('Do b.')
    expect(JSON.stringify(sent)).not.toContain('Do a.')
  })

  test('98 and 99: after five attempts the conversation ends with a reason', () => {
    const line = new Line(profile, injected)
    for (let attempt = 0; attempt < 6; attempt++) line.send({ type: 'closed' }, { type: 'opened' })
    expect(line.state.status).toBe('ended')
    expect(line.of('close')).toEqual([{ type: 'close', reason: 'no connection' }])
    const delays = line.of('connect').map(({ delay }) => delay)
    expect(delays).toEqual(
      [0, 0, 200, 400, 800]
        .slice(0, delays.length)
        .map((_, index) => (index === 0 ? 0 : 200 * 2 ** (index - 1))),
    )
  })
})

describe('handles', () => {
  test('89: a handle of before is better than none', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'handle', id: 'h1' }, { type: 'handle', id: null })
    line.send({ type: 'closed' })
    expect(line.of('connect').at(-1)).toMatchObject({ handle: 'h1' })
  })

  test('90 and 92: what a handle may hold and is no longer wanted is taken back', () => {
    const line = new Line(
      gemini,
      { ...injected, modifiers: [when(state => state.k === 1, 'Hurry.')] },
      { k: 1 },
    )
    line.send({ type: 'handle', id: 'h1' })
    line.set({ k: 2 })
    expect(contextIn(line.reconnect())).toEqual({ 'default/0': 'No longer applies.' })
  })

  test('93: a handle that is refused begins another session, which holds nothing', () => {
    const line = new Line(gemini, injected, { k: 1 })
    line.send({ type: 'handle', id: 'h1' }, { type: 'closed' }, { type: 'opened' })
    line.send({ type: 'closed', isRefused: true })
    expect(line.of('connect').at(-1)).toMatchObject({ handle: null })
    expect(line.notes()).toContain('CX8003')
    expect(contextIn(line.send({ type: 'opened' }, { type: 'ready' }))).toEqual({
      'default/0': 'Current context: k=1',
    })
  })

  test('95 and 96: a server that goes away is left at a quiet moment, or shortly before its end', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'handle', id: 'h1' }, { type: 'answer-started' }, { type: 'go-away', timeLeft: 10_000 })
    expect(line.state.status).toBe('open')
    expect(line.of('timer').at(-1)).toEqual({ type: 'timer', name: 'go-away', after: 8_000 })
    const quiet = new Line(gemini, injected)
    quiet.send({ type: 'handle', id: 'h1' }, { type: 'go-away', timeLeft: 10_000 })
    expect(quiet.state.status).toBe('connecting')
    line.send({ type: 'timer', name: 'go-away' })
    expect(line.state.status).toBe('connecting')
  })
})

describe('transcript and state', () => {
  test('101 to 103 (L6): chunks accumulate, are cut by an interruption, and are said once', () => {
    const line = new Line(gemini)
    line.send({ type: 'heard', text: 'Hel' }, { type: 'heard', text: 'lo' }, { type: 'answer-started' })
    line.send(
      { type: 'spoke', text: 'Good ' },
      { type: 'spoke', text: 'mor' },
      { type: 'interrupted' },
      { type: 'turn-complete' },
    )
    line.turn()
    expect(line.of('said')).toMatchObject([
      { type: 'said', by: 'user', text: 'Hello', isCut: false },
      { type: 'said', by: 'model', text: 'Good mor', isCut: true },
    ])
  })

  test('107: turn: keys are seen by guards, and then gone', () => {
    const phases = [
      {
        name: 'a',
        transitions: [{ to: 'b', when: (state: Record<string, unknown>) => state['turn:yes'] === true }],
      },
      { name: 'b' },
    ]
    const line = new Line(gemini, { phases, initialPhase: 'a' } as never)
    line.set({ 'turn:yes': true })
    expect(line.state.phase).toBe('b')
    line.turn()
    expect(line.state.values).not.toHaveProperty('turn:yes')
  })

  test('16 of the listed weaknesses, L8: the phase of the conversation has one writer', () => {
    const line = new Line(gemini, moving)
    line.set({ 'session:phase': 'elsewhere', 'derived:x': 1 })
    expect(line.state.values['session:phase']).toBe('a')
    expect(line.state.values).not.toHaveProperty('derived:x')
  })
})

test('109: a block that the server dropped is told again', () => {
  const line = new Line(openai, injected, { k: 1 })
  const item = line.state.told['default/0']?.item ?? ''
  expect(contextIn(line.send({ type: 'removed', item }))).toEqual({ 'default/0': 'Current context: k=1' })
})

test('118: the state stays as small after 10,000 turns', () => {
  const line = new Line(gemini, { ...injected, ...moving, tools: [{ name: 'x' }] })
  const turn = (k: number) => {
    line.send(
      { type: 'answer-started' },
      { type: 'spoke', text: 'Yes.' },
      { type: 'called', id: `c${k}`, name: 'x', args: {} },
    )
    line.send({ type: 'result', id: `c${k}`, value: k, set: { k: k % 7 } }, { type: 'turn-complete' })
  }
  for (let k = 0; k < 100; k++) turn(k)
  const small = JSON.stringify(line.state).length
  line.effects.length = 0
  for (let k = 0; k < 10_000; k++) {
    turn(k)
    line.effects.length = 0
  }
  expect(JSON.stringify(line.state).length).toBeLessThan(small + 40)
})

test('a handle that comes late lets another connection carry what had to be told as context', () => {
  const line = new Line(older, { modifiers: [withState(['k'])] }, { k: 1 })
  line.set({ k: 2 })
  line.turn()
  expect(line.state.told['default/0']?.text).toContain('k=2')
  line.send({ type: 'handle', id: 'h1' })
  line.set({ k: 3 })
  expect(line.state.status).toBe('connecting')
  const [setup] = line.send({ type: 'opened' }, { type: 'ready' })
  expect(setup).toMatchObject({ instruction: expect.stringContaining('k=3') })
})

test('a server that does not answer the setup is left for another connection', () => {
  const line = new Line(openai, injected)
  line.send({ type: 'closed' }, { type: 'opened' })
  expect(line.of('timer').at(-1)).toMatchObject({ name: 'setup' })
  line.send({ type: 'timer', name: 'setup' })
  expect(line.of('connect')).toHaveLength(3)
  line.send({ type: 'opened' }, { type: 'ready' }, { type: 'timer', name: 'setup' })
  expect(line.state.status).toBe('open')
})

test('openai: a text that was in flight when the connection ended is answered', () => {
  const line = new Line(openai, {})
  line.isWriting = false
  line.send({ type: 'sending', what: 'text', text: 'Hi' })
  line.isWriting = true
  line.state = { ...line.state, speakDue: false }
  expect(kinds(line.reconnect())).toContain('speak')
})

test('gemini: a text that was in flight when the connection ended is answered', () => {
  const line = new Line(gemini, {})
  line.isWriting = false
  line.send({ type: 'sending', what: 'text', text: 'Hi' })
  line.isWriting = true
  expect(kinds(line.reconnect())).toContain('speak')
})

test('openai: a result after its connection is spoken of', () => {
  const line = new Line(openai, { tools: [{ name: 'x' }] })
  line.send(
    { type: 'answer-started' },
    { type: 'called', id: 'c', name: 'x', args: {} },
    { type: 'turn-complete' },
  )
  line.reconnect()
  expect(kinds(line.send({ type: 'result', id: 'c', value: 1 }))).toContain('speak')
})
