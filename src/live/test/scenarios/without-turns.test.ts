// GPT-Live does not report the end of a turn. A pause, or the user's speech, ends the model's turn.
import { expect, test } from 'vitest'
import { gptLive, Line } from './line.ts'

const extract = { keys: ['guests'], run: () => ({}) }
const pause = { type: 'timer', name: 'turn' } as const
const timersOf = (line: Line, name: string) => line.of('timer').filter(timer => timer.name === name)

test('a pause ends the turn: facts are read from it, once', () => {
  const line = new Line(gptLive, { extract })
  line.send({ type: 'heard', text: 'A table for four' }, { type: 'spoke', text: 'Gladly, ' })
  expect(timersOf(line, 'turn').at(-1)?.after).toBeGreaterThan(0)
  line.send({ type: 'spoke', text: 'at eight?' })
  expect(line.of('extract')).toEqual([])
  line.send(pause, pause)
  expect(line.of('extract').map(({ said }) => said.map(({ text }) => text))).toEqual([
    ['A table for four', 'Gladly, at eight?'],
  ])
  expect(line.state.values['session:turn']).toBe(1)
})

test('words of the user end the turn without a pause', () => {
  const line = new Line(gptLive, { extract })
  line.send({ type: 'spoke', text: 'Good evening.' }, { type: 'heard', text: 'A table' })
  expect(line.of('extract')).toHaveLength(1)
  expect(timersOf(line, 'turn').at(-1)?.after).toBeNull()
  line.send({ type: 'heard', text: ' for four' }, pause)
  expect(line.state.values['session:turn']).toBe(1)
})

test('keys of a turn end with it', () => {
  const line = new Line(gptLive)
  line.set({ 'turn:hint': 'x' })
  line.send({ type: 'spoke', text: 'Hello.' }, pause)
  expect(line.state.values).not.toHaveProperty('turn:hint')
})

test('silence is counted after the words of the model', () => {
  const line = new Line(gptLive, { silenceMs: 5_000 })
  line.send({ type: 'spoke', text: 'Hello?' })
  expect(timersOf(line, 'silence').at(-1)?.after).toBeNull()
  line.send(pause)
  expect(timersOf(line, 'silence').at(-1)?.after).toBe(5_000)
  line.send({ type: 'timer', name: 'silence' })
  expect(line.state.values['session:silences']).toBe(1)
})

test('a result that came late is no longer kept after the turn that speaks of it', () => {
  const line = new Line(gptLive, { tools: [{ name: 'delegation' }] })
  line.send(
    { type: 'called', id: 'c', name: 'delegation', args: {} },
    { type: 'calls-cancelled', ids: ['c'] },
  )
  line.send({ type: 'result', id: 'c', value: 'late' })
  for (const text of ['Well.', 'So.']) line.send({ type: 'spoke', text }, pause)
  expect([...Object.keys(line.state.late), ...Object.keys(line.state.told)].join()).not.toContain('late/')
})

test('a request to speak that is under way outlives the turn before it', () => {
  const phases = [
    { name: 'a', transitions: [{ to: 'b', when: (state: { go?: unknown }) => state.go === true }] },
    { name: 'b', speak: true },
  ]
  const line = new Line(gptLive, { phases, initialPhase: 'a' })
  line.send({ type: 'spoke', text: 'Hm.' })
  line.isWriting = false
  const speak = line.set({ go: true })
  expect(speak.map(({ kind }) => kind)).toEqual(['speak'])
  const frame = line.state.nextFrame - 1
  line.send(pause, { type: 'failed', frame, reason: 'not written' })
  expect(line.state.speakDue).toBe(true)
})
