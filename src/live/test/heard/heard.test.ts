// If the user interrupts, only the heard part of the speech is in the session and everywhere else.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { compile } from '../../../index.ts'
import { live } from '../../index.ts'
import { Call } from '../call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Each piece has 100 ms of audio. */
const pieces = ['First hang up ', 'the phone, then ', 'type your code ', 'which is 4711.']
const whole = pieces.join('')

const begin = async (model: string, options = {}) => {
  const host = live({ name: 'host', model, instruction: 'Help.' })
  const call = new Call(model, host, options)
  await call.connected()
  call.talk.sendAudio('AAAA')
  await call.act({ type: 'user-speech-start' }, { type: 'user-speech-stop', transcript: 'What now?' })
  await call.act({ type: 'start-answer' }, ...pieces.map(text => ({ type: 'say' as const, text })))
  return { call, host }
}

/** Returns the model's texts in the session, the reports, a request to another model, and the next connection. */
const everywhere = async ({ call, host }: Awaited<ReturnType<typeof begin>>) => {
  const session = call.talk.session.events.flatMap(({ author, parts }) =>
    author === 'host' ? parts.map(part => (part as { text: string }).text) : [],
  )
  const said = call.reports.flatMap(each =>
    each.type === 'said' && each.by === 'model' && each.text !== '' ? [each.text] : [],
  )
  const { request } = await compile(host, call.talk.session, { model: 'gpt-5.4', target: 'openai-chat' })
  const messages = (request as { messages: { role: string; content: string }[] }).messages
  const sent = messages.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))
  await call.cut()
  await call.speak('Again?')
  const told = call.view.context.flatMap(({ role, text }) =>
    ['model', 'assistant'].includes(role) && text !== '' ? [text] : [],
  )
  return { session, said, sent, told }
}

const models = ['gemini-3.8-live', 'gemini-2.5-live', 'gpt-realtime']

describe.each(models)('%s', model => {
  test.each([100, 250])('%i ms of 400 are heard, by the word of the app', async milliseconds => {
    const began = await begin(model)
    const { call } = began
    await call.act({ type: 'user-speech-start' })
    call.talk.heardUntil(milliseconds)
    await call.act({ type: 'interrupt' }, { type: 'user-speech-stop', transcript: 'Stop' })
    const heard = milliseconds === 100 ? 'First hang up' : 'First hang up the phone, then type'
    const { session, said, sent, told } = await everywhere(began)
    expect({ session, said, sent }).toEqual({ session: [heard], said: [heard], sent: [heard] })
    expect(told).toEqual([heard])
    expect(call.reports).toContainEqual({ type: 'interrupted' })
    expect(call.reports).toContainEqual({
      type: 'said',
      by: 'model',
      agent: 'host',
      text: heard,
      isCut: true,
    })
  })

  test('without a word of the app, what can have been played counts as heard', async () => {
    const began = await begin(model)
    const { call } = began
    await call.pass(230)
    await call.act({ type: 'user-speech-start' }, { type: 'interrupt' })
    await call.act({ type: 'user-speech-stop', transcript: 'Stop' })
    await call.pass(1_100)
    const { session, said, sent, told } = await everywhere(began)
    const heard = 'First hang up the phone, then type'
    expect({ session, said, sent, told }).toEqual({
      ...{ session: [heard], said: [heard], sent: [heard], told: [heard] },
    })
  })

  test('an app that interrupts hears no more', async () => {
    const began = await begin(model)
    const { call } = began
    await call.pass(85)
    call.talk.interrupt()
    await call.pass()
    // Gemini cannot be stopped, so what it says after the interruption is not played.
    if (model !== 'gpt-realtime') await call.act({ type: 'say', text: ' And then wait.' })
    await call.act({ type: 'turn-complete' })
    await call.pass(1_100)
    const { session, said, sent, told } = await everywhere(began)
    expect(session).toHaveLength(1)
    expect(whole.startsWith(session[0] ?? '-')).toBe(true)
    expect(session[0]?.length).toBeLessThan(20)
    expect({ said, sent, told }).toEqual({ said: session, sent: session, told: session })
  })

  test('an answer that was played is whole', async () => {
    const began = await begin(model)
    const { call } = began
    await call.act({ type: 'generation-complete' }, { type: 'turn-complete' })
    await call.pass(500)
    await call.act({ type: 'user-speech-start' }, { type: 'user-speech-stop', transcript: 'Thanks' })
    expect(call.reports.filter(({ type }) => type === 'interrupted')).toEqual([])
    const { session, said, told } = await everywhere(began)
    expect({ session: session[0], said: said[0], told: told[0] }).toEqual({
      ...{ session: whole, said: whole, told: whole },
    })
  })
})

test('speech over the audio of a response that is done interrupts it on OpenAI Realtime', async () => {
  const began = await begin('gpt-realtime')
  const { call } = began
  await call.act({ type: 'generation-complete' }, { type: 'turn-complete' })
  expect(call.reports.filter(({ type }) => type === 'said')).toHaveLength(1)
  await call.act({ type: 'user-speech-start' })
  expect(call.reports.at(-1)).toEqual({ type: 'interrupted' })
  call.talk.heardUntil(100)
  await call.pass()
  expect(call.view.violations).toEqual([])
  expect(call.view.context.some(({ text }) => text.includes('4711'))).toBe(false)
  // The user hears the next answer.
  await call.act({ type: 'user-speech-stop', transcript: 'Stop' }, { type: 'say', text: 'All right.' })
  expect(call.reports.at(-1)).toMatchObject({ type: 'audio' })
  const { session, told } = await everywhere(began)
  expect(session[0]).toBe('First hang up')
  expect(told.join()).not.toContain('4711')
})

test('a lost connection tells the next one no more than was heard', async () => {
  const began = await begin('gpt-realtime')
  const { call } = began
  await call.act({ type: 'user-speech-start' }, { type: 'drop' })
  await call.connected()
  expect(call.due().join('\n')).not.toContain('4711')
})

test('audio of a length that nobody knows leaves a mark', async () => {
  const setup = { audio: { format: { type: 'audio/opus' } } }
  const { call } = await begin('gpt-live-1', { setup })
  call.talk.heardUntil(120)
  await call.pass(1_600)
  expect(call.reports).toContainEqual({
    ...{ type: 'said', by: 'model', agent: 'host', isCut: true },
    text: `${whole} [interrupted: heard 120 ms]`,
  })
})
