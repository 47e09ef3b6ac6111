// Messages that a server refuses: answers, results and blocks.
import { expect, test } from 'vitest'
import { withState } from '../../index.ts'
import { kinds, Line, openai } from './line.ts'

const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const

test('openai: a response that the server refuses is asked for again', () => {
  const line = new Line(openai, injected)
  const sent = line.send({ type: 'sending', what: 'text', text: 'Hi' })
  expect(kinds(sent)).toEqual(['text', 'speak'])
  const frame = line.state.nextFrame - 1
  // At the same moment, the answer to the user's speech began.
  line.send({ type: 'answer-started' }, { type: 'failed', frame, isRefused: false, reason: 'active' })
  expect(
    kinds([...line.send({ type: 'turn-complete' }), ...line.send({ type: 'timer', name: 'retry' })]),
  ).toEqual(['speak'])
})

test('a refusal of a message that was written is reported', () => {
  const line = new Line(openai, { tools: [{ name: 'x' }] })
  line.send({ type: 'called', id: 'c', name: 'x', args: {} }, { type: 'result', id: 'c', value: 1 })
  const result = line.of('send').find(({ message }) => message.kind === 'result')!
  line.send({ type: 'failed', frame: result.frame, isRefused: true, reason: 'no such call' })
  expect(line.notes()).not.toEqual([])
})

test('a block that the server refuses for good does not pile up nor mute the model', () => {
  const line = new Line(openai, { ...injected, tools: [{ name: 'x' }] })
  line.isConfirming = false
  line.set({ k: 1 })
  let sent = 0
  for (let n = 0; n < 30; n++) {
    const frame = Object.keys(line.state.flying)[0]
    if (frame !== undefined)
      line.send({ type: 'failed', frame: Number(frame), isRefused: true, reason: 'bad' })
    sent += line.send({ type: 'timer', name: 'retry' }).filter(({ kind }) => kind === 'context').length
  }
  expect(sent).toBeLessThan(10)
})

test('openai: one refused block does not make others pile up', () => {
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

test('an answer that is refused leaves the one under way as it is', () => {
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
