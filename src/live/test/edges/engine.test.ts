// Bugs of the engine that a review found: connections, history, refusals, transcripts and tokens.
import { expect, test } from 'vitest'
import { conversationSettings } from '../../declare/live-settings.ts'
import { live, withState } from '../../index.ts'
import { contextIn, gemini, kinds, Line, older, openai } from '../scenarios/line.ts'

const vertex = 'gemini-3.8-live-vertex'
const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const
const said = [
  { by: 'user', text: 'A table for two.' },
  { by: 'model', text: 'At what time?' },
] as const
const usage = (total: number, written?: number) =>
  ({ type: 'usage', total, ...(written !== undefined && { written }) }) as const
const is = (value: unknown) => (state: object) => (state as { p?: unknown }).p === value

test('history that was not told before a resume is told to the resumed session', () => {
  const line = new Line(gemini, { ...injected, contextDelivery: 'deferred' }, {}, said)
  line.send({ type: 'handle', id: 'h1' })
  line.reconnect()
  expect(Object.keys(contextIn(line.send({ type: 'speech-started' })))).toContain('history')
})
test('vertex: history told after what the handle holds is told again', () => {
  const line = new Line(vertex, injected, {}, said)
  line.send({ type: 'handle', id: 'h1', holds: 0 })
  expect(Object.keys(contextIn(line.reconnect()))).toContain('history')
})
test('history is not told again as the newest turns when the window slides', () => {
  const line = new Line(gemini, injected, {}, said)
  line.send(usage(200), usage(9_000))
  expect(Object.keys(contextIn(line.send(usage(4_000))))).toEqual([])
})
test('words before a go-away are not joined with those after, and are in the history', () => {
  const line = new Line(gemini, injected)
  line.send(
    { type: 'heard', text: 'A table.' },
    { type: 'answer-started' },
    { type: 'spoke', text: 'Once upon' },
  )
  line.send({ type: 'go-away', timeLeft: 1_000 }, { type: 'timer', name: 'go-away' })
  const sent = line.send({ type: 'opened' }, { type: 'ready' })
  expect(contextIn(sent).history ?? '').toContain('A table.')
  line.send({ type: 'answer-started' }, { type: 'spoke', text: 'Hello.' }, { type: 'turn-complete' })
  expect(line.of('said').map(({ text }) => text)).not.toContain('Once uponHello.')
})
test('a late setupComplete of a connection that was given up opens nothing', () => {
  const line = new Line(gemini, injected)
  line.send({ type: 'closed' }, { type: 'opened' }, { type: 'timer', name: 'setup' })
  line.send({ type: 'ready' })
  expect(line.state.status).toBe('connecting')
})
test('connections that end right after they are ready are not tried for ever', () => {
  const line = new Line(gemini, injected)
  for (let n = 0; n < 50; n++)
    line.send({ type: 'closed', reason: '1007' }, { type: 'opened' }, { type: 'ready' })
  expect(line.state.status).toBe('ended')
})
test('a text while there is no connection waits for one', () => {
  const line = new Line(gemini, injected)
  line.send({ type: 'handle', id: 'h1' }, { type: 'go-away', timeLeft: 9_000 })
  expect(line.state.status).toBe('connecting')
  expect(kinds(line.send({ type: 'sending', what: 'text', text: 'Hi' }))).toEqual([])
  const sent = line.send({ type: 'opened' }, { type: 'ready' })
  expect(JSON.stringify(sent)).toContain('Hi')
})
test('a failed text is told once to a session that begins anew', () => {
  const line = new Line(openai, injected)
  line.isWriting = false
  line.send({ type: 'sending', what: 'text', text: 'Hello there' })
  const frame = Number(Object.keys(line.state.flying)[0])
  line.isWriting = true
  line.send({ type: 'failed', frame })
  const sent = line.reconnect()
  expect(JSON.stringify(contextIn(sent)).split('Hello there').length - 1).toBe(1)
})
test('an interim instruction is taken back when the instruction moves on', () => {
  const phases = [
    { name: 'a', instruction: 'Do a.', transitions: [{ to: 'b', when: is('b') }] },
    { name: 'b', instruction: 'Do b.', transitions: [{ to: 'c', when: is('c') }] },
    { name: 'c', instruction: 'Do c.' },
  ]
  const line = new Line(older, { phases, initialPhase: 'a', tools: [{ name: 'x' }] } as never)
  line.send({ type: 'handle', id: 'h1' })
  line.send({ type: 'called', id: 'c1', name: 'x', args: {} })
  const r = line.send({ type: 'result', id: 'c1', value: 1, set: { p: 'b' } })
  expect(JSON.stringify(contextIn(r))).toContain('Do b.')
  line.turn()
  line.send({ type: 'opened' }, { type: 'ready' }, { type: 'handle', id: 'h2' })
  line.set({ p: 'c' })
  const sent = line.send({ type: 'opened' }, { type: 'ready' })
  expect(JSON.stringify(line.of('send').at(-1))).toBeDefined()
  expect(line.state.told.instruction?.text).toContain('Do c.')
  expect(Object.keys(contextIn(sent))).toContain('interim')
})
test('openai at its limit: total stays, so what was told is gone', () => {
  const line = new Line(openai, injected, { k: 1 })
  line.send(usage(500), usage(28_000, 300))
  const sent = Array.from({ length: 100 }, () => line.send(usage(28_000, 500))).flat()
  expect(kinds(sent)).toContain('context')
})
test('facts of an agent that come after a transfer are taken', () => {
  const model = gemini
  const billing = live({ name: 'billing', model, instruction: 'Bills.', description: 'Bills.' })
  const host = live({
    name: 'host',
    model,
    agents: [billing],
    extract: { keys: ['guests'], run: () => ({}) },
  })
  const line = new Line(model, conversationSettings(host)!)
  line.send({ type: 'heard', text: 'Four guests, and the bill.' })
  line.turn()
  line.send({ type: 'called', id: 't', name: 'transfer_to_agent', args: { agent_name: 'billing' } })
  line.send({ type: 'extracted', set: { guests: 4 } })
  expect(line.state.values.guests).toBe(4)
})
test('gemini: long speech keeps context back: each piece of words renews the wait', () => {
  const line = new Line(gemini, injected)
  line.send({ type: 'heard', text: 'I would' }, { type: 'heard', text: ' like' })
  expect(line.of('timer').filter(({ name, after }) => name === 'answer' && after !== null)).toHaveLength(2)
})
test('openai: the user is in the log before the call that the words led to', () => {
  const line = new Line(openai, { tools: [{ name: 'x' }] })
  line.send({ type: 'speech-started' }, { type: 'speech-stopped' }, { type: 'answer-started' })
  line.send(
    { type: 'called', id: 'c', name: 'x', args: {} },
    { type: 'turn-complete' },
    { type: 'heard', text: 'When?' },
  )
  const order = line.effects.flatMap(e =>
    e.type === 'said' ? [`${e.by}: ${e.text}`] : e.type === 'called' ? ['called'] : [],
  )
  expect(order).toEqual(['user: When?', 'called'])
})
test('openai: words of two speeches stay before their answers', () => {
  const line = new Line(openai, injected)
  line.send(
    { type: 'speech-started' },
    { type: 'speech-stopped' },
    { type: 'answer-started' },
    { type: 'spoke', text: 'A' },
  )
  line.send(
    { type: 'speech-started' },
    { type: 'interrupted' },
    { type: 'turn-complete' },
    { type: 'speech-stopped' },
  )
  line.send(
    { type: 'heard', text: 'one' },
    { type: 'answer-started' },
    { type: 'spoke', text: 'B' },
    { type: 'turn-complete' },
    { type: 'heard', text: 'two' },
  )
  line.turn()
  expect(line.of('said').map(({ by, text }) => `${by}: ${text}`)).toEqual([
    'user: one',
    'model: A',
    'user: two',
    'model: B',
  ])
})
test('openai: transcripts of two speeches are not glued together', () => {
  const line = new Line(openai, injected)
  line.send(
    { type: 'speech-started' },
    { type: 'speech-stopped' },
    { type: 'speech-started' },
    { type: 'heard', text: 'A table.' },
    { type: 'speech-stopped' },
    { type: 'heard', text: 'For two.' },
  )
  line.turn()
  expect(line.of('said').map(({ text }) => text)).not.toContain('A table.For two.')
})
test('silence is not counted while there is no connection', () => {
  const line = new Line(openai, { ...injected, silenceMs: 5_000 })
  line.turn()
  line.send({ type: 'closed' }, { type: 'timer', name: 'silence' })
  expect(line.state.values).not.toHaveProperty('session:silences')
})
test('silence goes on after a sound that nobody answers', () => {
  const line = new Line(openai, { ...injected, silenceMs: 5_000 })
  line.turn()
  line.send({ type: 'speech-started' }, { type: 'speech-stopped' })
  expect(
    line
      .of('timer')
      .filter(({ name }) => name === 'silence')
      .at(-1)?.after,
  ).toBe(5_000)
})
test('progress that was not written is told', () => {
  const line = new Line(gemini, { ...injected, tools: [{ name: 'later', background: true }] })
  line.send({ type: 'called', id: 'c', name: 'later', args: {} })
  line.isWriting = false
  line.send({ type: 'progress', id: 'c', value: 'half' })
  const frame = Number(Object.keys(line.state.flying)[0])
  line.isWriting = true
  line.send({ type: 'failed', frame })
  expect(JSON.stringify(line.send({ type: 'timer', name: 'retry' }))).toContain('half')
})
test('vertex: a result and a text that the handle does not hold are told to the resumed session', () => {
  const line = new Line(vertex, { ...injected, tools: [{ name: 'x' }] }, { k: 1 })
  line.send({ type: 'handle', id: 'h1', holds: line.state.nextFrame - 1 })
  line.send({ type: 'sending', what: 'text', text: 'Hi there' })
  const sent = line.reconnect()
  expect(JSON.stringify(sent)).toContain('Hi there')
})
test('a call of a connection that the conversation leaves is no call of the next one', () => {
  const line = new Line(gemini, { ...injected, tools: [{ name: 'x' }] })
  line.send({ type: 'handle', id: 'h1' }, { type: 'go-away', timeLeft: 9_000 })
  line.send({ type: 'called', id: 'c', name: 'x', args: {} })
  expect(kinds(line.send({ type: 'result', id: 'c', value: 1 }))).toEqual([])
})
test('openai: the model speaks of a result in the background', () => {
  const line = new Line(openai, { ...injected, tools: [{ name: 'later', background: true }] })
  line.send(
    { type: 'answer-started' },
    { type: 'called', id: 'c', name: 'later', args: {} },
    { type: 'turn-complete' },
  )
  expect(kinds(line.send({ type: 'result', id: 'c', value: 1 }))).toEqual(['result', 'speak'])
})
test('gemini: noise that interrupts, and is not answered, does not hold context for ever', () => {
  const line = new Line(gemini, { steeringMode: 'context-injection', modifiers: [withState(['k'])] })
  line.send({ type: 'answer-started' }, { type: 'interrupted' }, { type: 'turn-complete' })
  line.set({ k: 1 })
  const sent = line.effects
    .filter(e => e.type === 'timer' && e.after !== null)
    .flatMap(e => (e.type === 'timer' ? line.send({ type: 'timer', name: e.name }) : []))
  expect(kinds(sent)).toContain('context')
})
