// The gate, delivery, and races with the model: scenarios 35 to 52 and 67 to 72, by number.
import { describe, expect, test } from 'vitest'
import { withState } from '../../../src/live/steering/modifier.ts'
import { contextIn, gemini, kinds, Line, openai } from './line.ts'

const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const
const deferred = { ...injected, contextDelivery: 'deferred' } as const

describe('gemini, immediate', () => {
  test('35: a change while the model answers waits for the end of its turn', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' })
    expect(line.set({ k: 1 })).toEqual([])
    expect(contextIn(line.send({ type: 'turn-complete' }))).toEqual({ 'default/0': 'Current context: k=1' })
  })

  test('36 and 37: it waits while the user speaks', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'speech-started' })
    expect(line.set({ k: 1 })).toEqual([])
    expect(kinds(line.send({ type: 'speech-stopped' }))).toEqual(['context'])
  })

  test('40 and 41: an interruption neither loses it nor sends it early', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' })
    line.set({ k: 1 })
    expect([...line.send({ type: 'interrupted' }), ...line.send({ type: 'turn-complete' })]).toEqual([])
    line.send({ type: 'answer-started' })
    expect(contextIn(line.send({ type: 'turn-complete' }))).toEqual({ 'default/0': 'Current context: k=1' })
  })

  test('44: a turn that goes on opens no gate', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' })
    line.set({ k: 1 })
    expect(line.send({ type: 'turn-complete', goesOn: true })).toEqual([])
    expect(kinds(line.send({ type: 'turn-complete' }))).toEqual(['context'])
  })

  test('47: several turns without the user make one message with the newest values', () => {
    const line = new Line(gemini, deferred)
    for (const k of [1, 2, 3]) {
      line.send({ type: 'answer-started' })
      line.set({ k })
    }
    expect(contextIn(line.send({ type: 'turn-complete' }))).toEqual({ 'default/0': 'Current context: k=3' })
  })
})

describe('openai, deferred', () => {
  test('deferred context goes with the beginning of speech', () => {
    const line = new Line(openai, deferred)
    expect([...line.set({ k: 1 }), ...line.turn()]).toEqual([])
    expect(kinds(line.send({ type: 'speech-started' }))).toEqual(['context'])
  })

  test('38: speech that begins with the end of the turn gets it once', () => {
    const line = new Line(openai, deferred)
    line.set({ k: 1 })
    const sent = [
      ...line.turn(),
      ...line.send({ type: 'speech-started' }),
      ...line.send({ type: 'speech-started' }),
    ]
    expect(kinds(sent)).toEqual(['context'])
  })

  test('48: any-send goes with the next audio of an open microphone', () => {
    const line = new Line(openai, { ...deferred, flushOn: 'any-send' })
    line.set({ k: 1 })
    expect(kinds(line.send({ type: 'sending', what: 'audio' }))).toEqual(['context'])
  })

  test('50: steering goes before a text of the user, in one burst', () => {
    const line = new Line(openai, deferred)
    line.set({ k: 1 })
    expect(kinds(line.send({ type: 'sending', what: 'text', text: 'Hi' })).slice(0, 2)).toEqual([
      'context',
      'text',
    ])
  })

  test('51: video is a flush point under any-send alone', () => {
    const plain = new Line(openai, deferred)
    plain.set({ k: 1 })
    expect(plain.send({ type: 'sending', what: 'video' })).toEqual([])
    const any = new Line(openai, { ...deferred, flushOn: 'any-send' })
    any.set({ k: 1 })
    expect(kinds(any.send({ type: 'sending', what: 'video' }))).toEqual(['context'])
  })

  test('46: deferred context never comes after newer context, also if the model is to speak', () => {
    const phases = [
      { name: 'a', transitions: [{ to: 'b', when: (state: { p?: unknown }) => state.p === 1 }] },
      { name: 'b', instruction: 'Do b.', speak: true },
    ]
    const line = new Line(openai, { ...deferred, phases, initialPhase: 'a' } as never)
    line.set({ k: 1 })
    const sent = line.set({ p: 1 })
    expect(kinds(sent)).toEqual(['context', 'speak'])
    expect(Object.keys(contextIn(sent))).toEqual(['phase', 'default/0'])
  })
})

describe('speaking', () => {
  const speaking = { phases: [{ name: 'a', speak: true, instruction: 'Greet.' }], initialPhase: 'a' }
  test('67: speak waits while an answer is under way', () => {
    const line = new Line(openai, {
      ...speaking,
      phases: [{ name: 'z', transitions: [{ to: 'a', when: state => state.p === 1 }] }, ...speaking.phases],
      initialPhase: 'z',
    })
    line.send({ type: 'answer-started' })
    expect(kinds(line.set({ p: 1 }))).not.toContain('speak')
    expect(kinds(line.send({ type: 'turn-complete' }))).toEqual(['update', 'speak'])
  })

  test('67: it is sent once, and again only if the server refused it', () => {
    const line = new Line(openai, speaking)
    const speaks = () => line.of('send').filter(({ message }) => message.kind === 'speak')
    expect(speaks()).toHaveLength(1)
    expect(line.turn()).toEqual([])
  })

  test('68: a model that never begins counts as silent after a while', () => {
    const line = new Line(openai, speaking)
    expect(line.state.isAnswering).toBe(true)
    line.send({ type: 'timer', name: 'answer' })
    expect(line.state.isAnswering).toBe(false)
  })

  test('71: a confirmation of an older update does not stand for a newer one', () => {
    const line = new Line(openai, { modifiers: [withState(['k'])] }, { k: 1 })
    line.isConfirming = false
    expect(kinds(line.set({ k: 2 }))).toEqual(['update'])
    expect(line.set({ k: 3 })).toEqual([])
    const [first] = Object.keys(line.state.flying)
    expect(kinds(line.send({ type: 'acked', frame: Number(first) }))).toEqual(['update'])
    expect(line.state.told.instruction?.text).toContain('k=2')
  })
})
