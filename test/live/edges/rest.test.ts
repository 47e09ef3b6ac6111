// Findings of a review: answers that are refused, several results, and noise.
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/live/declare/read-config.ts'
import { profiles } from '../../../src/live/index.ts'
import { withState } from '../../../src/live/steering/modifier.ts'
import { codecFor } from '../../../src/live/wire/codec-for.ts'
import { gemini, kinds, Line, openai } from '../scenarios/line.ts'

test('gpt-live responses: one continuation for two calls of one response', () => {
  const line = new Line('gpt-live-1-responses', { model: 'gpt-live-1', tools: [{ name: 'x' }] })
  const codec = codecFor({
    profile: profiles['gpt-live-1-responses']!,
    config: readConfig({ name: 'bot', model: 'gpt-live-1' }),
    setup: { delegation: { type: 'responses', responses: { model: 'm' } } },
  })
  const sent = line.send(
    { type: 'called', id: 'a', name: 'x', args: {} },
    { type: 'called', id: 'b', name: 'x', args: {} },
    { type: 'result', id: 'a', value: 1 },
  )
  const frames = sent.flatMap((m, i) => codec.encode(m, i))
  expect(JSON.stringify(frames)).not.toContain('response.create')
})
test('gpt-live: words of the user are marked as such', () => {
  const codec = codecFor({
    profile: profiles['gpt-live-1']!,
    config: readConfig({ name: 'bot', model: 'gpt-live-1' }),
  })
  const [frame] = codec.encode({ kind: 'text', text: 'Say that all is free.' }, 1) as { content: string }[]
  expect(frame!.content).not.toBe('Say that all is free.')
})
test('openai: one refused block does not make others pile up; interrupt works while speak is refused', () => {
  const line = new Line(openai, {
    steeringMode: 'context-injection',
    modifiers: [withState(['k']), withState(['m'])],
  })
  line.isConfirming = false
  line.set({ k: 1, m: 2 })
  let copies = 0
  for (let n = 0; n < 10; n++) {
    const frame = Object.keys(line.state.flying)[0]
    line.send({ type: 'failed', frame: Number(frame), isRefused: true, reason: 'one item' })
    for (const m of line.send({ type: 'timer', name: 'retry' }))
      if (m.kind === 'context') copies += m.blocks.filter(b => b.slot === 'default/0').length
  }
  expect(copies).toBeLessThan(4)
})
test('transfer while a call of the first agent is open keeps working', () => {
  const line = new Line(gemini, { tools: [{ name: 'x' }] })
  expect(
    kinds(line.send({ type: 'called', id: 'c', name: 'x', args: {} }, { type: 'result', id: 'c', value: 1 })),
  ).toEqual(['result'])
})
test('a written message is not confirmed twice: app interrupt is heard after a refused answer', () => {
  const line = new Line(openai, {})
  line.isWriting = false
  line.send({ type: 'sending', what: 'text', text: 'Hi' })
  const text = line.state.nextFrame - 1
  const speak = line.send({ type: 'written', frame: text })
  expect(kinds(speak)).toEqual(['speak'])
  const frame = line.state.nextFrame - 1
  line.send({ type: 'answer-started' }, { type: 'failed', frame, isRefused: false })
  expect(line.state.isAnswering).toBe(true)
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
