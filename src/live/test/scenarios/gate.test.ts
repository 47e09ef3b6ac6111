// Conditions for sending, delivery, and races with the model: scenarios 35 to 52 and 67 to 72, by number.
import { describe, expect, test } from 'vitest'
import { withState } from '../../steering/modifier.ts'
import { contextIn, gemini, gptLive, kinds, Line, openai } from './line.ts'

const injected = { steeringMode: 'context-injection', modifiers: [withState(['k'])] } as const
const deferred = { ...injected, contextDelivery: 'deferred' } as const

describe('gemini', () => {
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
    expect(line.send({ type: 'turn-complete' })).toEqual([])
    const sent = line.send({ type: 'sending', what: 'audio' })
    expect(kinds(sent)).toEqual(['context'])
    expect(contextIn(sent)).toEqual({ 'default/0': 'Current context: k=3' })
  })

  test.each(['audio', 'video', 'text'] as const)(
    'deferred context sends nothing in a silence, and goes in one message before %s',
    what => {
      const line = new Line(gemini, { ...deferred, modifiers: [withState(['k']), withState(['m'])] })
      expect([...line.set({ k: 1 }), ...line.turn(), ...line.set({ m: 2 })]).toEqual([])
      const sent = line.send({ type: 'sending', what, text: 'Hi' } as never)
      expect(kinds(sent)).toEqual(what === 'text' ? ['context', 'text'] : ['context'])
      expect(Object.keys(contextIn(sent))).toEqual(['default/0', 'default/1'])
    },
  )
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

describe('signals of the model', () => {
  test('39: an answer that begins between a change and its message is not cut off', () => {
    const line = new Line(gemini, injected)
    line.isWriting = false
    line.set({ k: 1 })
    const frame = Number(Object.keys(line.state.flying)[0])
    line.send({ type: 'answer-started' }, { type: 'failed', frame }, { type: 'timer', name: 'retry' })
    expect(line.of('send').filter(({ message }) => message.kind === 'context')).toHaveLength(1)
    expect(kinds(line.send({ type: 'turn-complete' }))).toEqual(['context'])
  })

  test('42: a turn that ends without the notice that its generation is complete ends all the same', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' })
    line.set({ k: 1 })
    expect(kinds(line.send({ type: 'turn-complete' }))).toEqual(['context'])
  })

  test('45: a model that waits for more of the user answers nothing, so context may go', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'sending', what: 'text', text: 'I would like' })
    expect(line.set({ k: 1 })).toEqual([])
    expect(kinds(line.send({ type: 'waiting' }))).toEqual(['context'])
  })

  test('49: what waits goes in one message, before a text that the user sends meanwhile', () => {
    const line = new Line(openai, { ...deferred, modifiers: [withState(['k']), withState(['m'])] })
    line.set({ k: 1, m: 2 })
    const sent = line.send({ type: 'speech-started' }, { type: 'sending', what: 'text', text: 'Hi' })
    expect(kinds(sent).slice(0, 2)).toEqual(['context', 'text'])
    expect(Object.keys(contextIn(sent))).toEqual(['default/0', 'default/1'])
  })
})

describe('52: silence', () => {
  const quiet = (state: { 'session:silences'?: unknown }) => Number(state['session:silences']) >= 2
  const phases = [
    { name: 'a', transitions: [{ to: 'b', when: quiet }] },
    { name: 'b', instruction: 'Ask whether they are there.', speak: true },
  ] as never
  const options = { ...injected, phases, initialPhase: 'a', silenceMs: 5_000 } as const
  const silence = { type: 'timer', name: 'silence' } as const

  test('a silence counts, and a transition may let the model speak', () => {
    const line = new Line(openai, options)
    line.turn()
    expect(line.of('timer').some(({ name, after }) => name === 'silence' && after === 5_000)).toBe(true)
    expect(line.send(silence)).toEqual([])
    expect(line.state.values['session:silences']).toBe(1)
    expect(kinds(line.send(silence))).toContain('speak')
  })

  test('whoever speaks ends it', () => {
    const line = new Line(openai, options)
    line.turn()
    line.send(silence, { type: 'speech-started' })
    expect(line.state.values).not.toHaveProperty('session:silences')
    expect(line.of('timer').at(-1)).toMatchObject({ name: 'silence', after: null })
    line.send(silence)
    expect(line.state.values).not.toHaveProperty('session:silences')
  })

  test('without silenceMs nothing waits', () => {
    const line = new Line(openai, injected)
    line.turn()
    expect(line.of('timer').filter(({ name }) => name === 'silence')).toEqual([])
  })
})

describe('an app that stops the answer', () => {
  test('69: another answer begins only after the one that is stopped has ended', () => {
    const phases = [
      { name: 'z', transitions: [{ to: 'a', when: (state: { p?: unknown }) => state.p === 1 }] },
      { name: 'a', speak: true },
    ] as never
    const line = new Line(openai, { phases, initialPhase: 'z' })
    line.send({ type: 'answer-started' })
    const sent = [...line.send({ type: 'interrupt' }), ...line.set({ p: 1 })]
    expect(kinds(sent)).toEqual(['cancel'])
    expect(kinds(line.send({ type: 'turn-complete' }))).toEqual(['speak'])
    expect(line.of('cut')).toHaveLength(1)
  })

  test('70: an error that says that there is nothing to stop is no fault, and nothing is tried again', () => {
    const line = new Line(openai, injected)
    expect(kinds(line.send({ type: 'interrupt' }))).toEqual([])
    line.send({ type: 'answer-started' })
    line.isWriting = false
    line.send({ type: 'interrupt' })
    const frame = Number(Object.keys(line.state.flying)[0])
    line.send({ type: 'failed', frame, isRefused: true, reason: 'no active response' })
    expect(line.notes()).toEqual([])
    expect(line.state.isWaiting).toBe(false)
  })

  test('a model that cannot be stopped says so, and the rest of its audio is dropped', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' })
    expect(line.send({ type: 'interrupt' })).toEqual([])
    expect(line.notes()).toEqual(['CX8014'])
    expect(line.of('cut')).toHaveLength(1)
  })
})

describe('104: words of the user that come after the answer', () => {
  const spoken = [
    { type: 'speech-started' },
    { type: 'speech-stopped' },
    { type: 'answer-started' },
    { type: 'spoke', text: 'At eight.' },
    { type: 'turn-complete' },
  ] as const
  const texts = (line: Line) => line.of('said').map(({ by, text }) => `${by}: ${text}`)

  test('they are in the log before it', () => {
    const line = new Line(openai, injected)
    line.send(...spoken)
    expect(texts(line)).toEqual([])
    line.send({ type: 'heard', text: 'When?' })
    expect(texts(line)).toEqual(['user: When?', 'model: At eight.'])
  })

  test.each([{ type: 'timer', name: 'transcript' }, { type: 'closed' }, { type: 'stop' }] as const)(
    'the answer does not wait for ever: $type ends it',
    event => {
      const line = new Line(openai, injected)
      line.send(...spoken, event)
      expect(texts(line)).toEqual(['model: At eight.'])
    },
  )

  test('words of Gemini that come after the turn are not joined with the next ones', () => {
    const line = new Line(gemini, injected)
    line.send({ type: 'answer-started' }, { type: 'spoke', text: 'At eight.' }, { type: 'turn-complete' })
    line.send(
      { type: 'heard', text: 'When?' },
      { type: 'speech-started' },
      { type: 'heard', text: 'Thanks.' },
    )
    line.turn()
    expect(texts(line)).toEqual(['model: At eight.', 'user: When?', 'user: Thanks.'])
  })
})

test('the answer to words that were heard begins before its first sound: context waits for its end', () => {
  const line = new Line(gemini, injected)
  line.send({ type: 'heard', text: 'A table.' })
  expect(line.set({ k: 1 })).toEqual([])
  expect(kinds(line.turn())).toEqual(['context'])
})

test('GPT-Live gives notice of speech by words alone: deferred context goes with them', () => {
  const line = new Line(gptLive, deferred)
  expect(line.set({ k: 1 })).toEqual([])
  expect(kinds(line.send({ type: 'heard', text: 'A' }))).toEqual(['context'])
})
