import { describe, expect, test } from 'vitest'
import { drive } from '../drive.ts'
import { silence } from '../frame.ts'
import type { FakeOptions } from '../options.ts'
import { gptLive } from './index.ts'

const start = (session: object = {}) => ({
  type: 'session.start',
  event_id: 's',
  session: { model: 'gpt-live-1', ...session },
})
const open = (options: FakeOptions = {}, session: object = {}) => {
  const live = drive(gptLive, options)
  expect(types(live.receive(start(session)))).toEqual(['session.started'])
  return live
}
const events = (outputs: readonly object[]) => outputs.map(o => ('send' in o ? (o.send as any) : o))
const types = (outputs: readonly object[]) => events(outputs).map(e => e.type ?? 'close')
const error = (outputs: readonly object[]) => {
  expect(types(outputs)).toEqual(['error'])
  return events(outputs)[0].error
}
const append = (kind: string, content: string, more: object = {}) => ({
  type: `session.${kind}.append`,
  event_id: `a-${content}`,
  content,
  delegation_id: null,
  ...more,
})
const audio = { type: 'session.input_audio.append', audio: silence }

describe('events', () => {
  test('session.start comes first and once', () => {
    const live = drive(gptLive)
    expect(error(live.receive(audio))).toMatchObject({ code: 'session_not_started' })
    expect(events(live.receive(start()))).toMatchObject([{ type: 'session.started', client_event_id: 's' }])
    expect(error(live.receive(start()))).toMatchObject({
      code: 'session_already_started',
      client_event_id: 's',
    })
  })
  test('an unknown field is named, and the command too', () => {
    const [event] = events(drive(gptLive).receive(start({ voice: 'ash' })))
    expect(event).toMatchObject({
      type: 'error',
      client_event_id: 's',
      error: { code: 'unknown_parameter', param: 'session.voice', client_event_id: 's' },
    })
    expect(error(open().receive({ type: 'session.cancel' }))).toMatchObject({ param: 'type' })
    expect(error(open().receive({}))).toMatchObject({ param: 'type' })
    expect(error(open().receive('['))).toMatchObject({ code: 'invalid_json' })
  })
  test('the input of a session has limits', () => {
    const user = (text: string) => ({ role: 'user', content: [{ text }] })
    expect(open({}, { input: [user('hi')], instructions: 'Be kind' }).view()).toMatchObject({
      instruction: 'Be kind',
      context: [{ role: 'user', text: 'hi' }],
    })
    const live = drive(gptLive)
    expect(error(live.receive(start({ input: Array(129).fill(user('x')) })))).toMatchObject({
      param: 'session.input',
    })
    expect(error(live.receive(start({ instructions: 'x'.repeat(16_385) })))).toMatchObject({
      param: 'session.instructions',
    })
    expect(error(live.receive(start({ input: [{ role: 'system', content: [] }] })))).toMatchObject({
      param: 'session.input[0].role',
    })
  })
})

describe('session.update', () => {
  test('instructions are immutable', () => {
    const live = open({}, { instructions: 'Old' })
    expect(error(live.receive({ type: 'session.update', session: { instructions: 'New' } }))).toMatchObject({
      code: 'unknown_parameter',
      param: 'session.instructions',
    })
    expect(live.view().instruction).toBe('Old')
  })
  test('delegation is updated sparsely, its type stays', () => {
    const live = open({}, { delegation: { type: 'client', acknowledgement_delay_ms: 5 } })
    const [updated] = events(
      live.receive({ type: 'session.update', event_id: 'u', session: { triggers: [] } }),
    )
    expect(updated).toMatchObject({
      type: 'session.updated',
      client_event_id: 'u',
      session: { delegation: { acknowledgement_delay_ms: 5 }, triggers: [] },
    })
    expect(
      error(
        live.receive({
          type: 'session.update',
          session: { delegation: { type: 'responses', responses: {} } },
        }),
      ),
    ).toMatchObject({ param: 'session.delegation.type' })
  })
})

describe('append', () => {
  test('is acknowledged, and held, once audio flowed', () => {
    const live = open()
    for (const kind of ['instructions', 'thinking', 'commentary'])
      expect(live.receive(append(kind, kind))).toEqual([])
    expect(live.act('ack')).toEqual([])
    expect(live.view().context).toEqual([])
    expect(events(live.receive(audio))).toMatchObject([
      { type: 'session.instructions.appended', client_event_id: 'a-instructions' },
      { type: 'session.thinking.appended', client_event_id: 'a-thinking' },
      { type: 'session.commentary.appended', client_event_id: 'a-commentary' },
    ])
    expect(live.view().context.map(e => e.role)).toEqual(['developer', 'thinking', 'commentary'])
    expect(types(live.receive(append('thinking', 'x')))).toEqual(['session.thinking.appended'])
  })
  test('acknowledgements can be held back', () => {
    const live = open({ holdAcks: true })
    live.receive(audio)
    expect(live.receive(append('thinking', 'x'))).toEqual([])
    expect(types(live.act('ack'))).toEqual(['session.thinking.appended'])
  })
  test('is limited to 500 tokens', () => {
    const live = open({ countTokens: text => text.split(' ').length })
    live.receive(audio)
    expect(types(live.receive(append('thinking', Array(500).fill('x').join(' '))))).toEqual([
      'session.thinking.appended',
    ])
    expect(error(live.receive(append('thinking', Array(501).fill('x').join(' '))))).toMatchObject({
      param: 'content',
    })
    expect(error(open().receive(append('thinking', 'é'.repeat(251))))).toMatchObject({ param: 'content' })
  })
  test('delegation_id is required, and names a client delegation', () => {
    const live = open()
    const { delegation_id, ...without } = append('thinking', 'x')
    expect(error(live.receive(without))).toMatchObject({
      code: 'missing_required_parameter',
      param: 'delegation_id',
    })
    expect(error(live.receive(append('thinking', 'x', { delegation_id: 'd' })))).toMatchObject({
      param: 'delegation_id',
    })
    expect(events(live.act({ type: 'call', id: 'd', name: 'f', args: {} }))).toMatchObject([
      { type: 'session.delegation.created', delegation: { id: 'd', target: 'client' } },
    ])
    live.receive(audio)
    live.receive(append('thinking', 'Working', { delegation_id: 'd' }))
    expect(live.view().openCalls).toEqual(['d'])
    live.receive(append('commentary', 'Done', { delegation_id: 'd' }))
    expect(live.view().openCalls).toEqual([])
  })
})

test('a Responses backend has calls of its own', () => {
  const output = (call_id: string) => ({
    type: 'response.item.create',
    item: { type: 'function_call_output', call_id, output: '{}' },
  })
  expect(error(open().receive(output('c')))).toMatchObject({ param: 'type' })
  const live = open({}, { delegation: { type: 'responses', responses: { model: 'm' } } })
  expect(events(live.act({ type: 'call', id: 'c', name: 'f', args: { a: 1 } }))).toMatchObject([
    { type: 'response.event', event: { item: { call_id: 'c', name: 'f', arguments: '{"a":1}' } } },
  ])
  expect(error(live.receive(output('z')))).toMatchObject({ param: 'item.call_id' })
  expect(live.receive(output('c'))).toEqual([])
  expect(live.receive({ type: 'response.create' })).toEqual([])
  expect(live.view().openCalls).toEqual([])
  expect(error(live.receive(append('thinking', 'x', { delegation_id: 'c' })))).toMatchObject({
    param: 'delegation_id',
  })
})

test('there are transcripts, and no turns', () => {
  const live = open()
  expect(live.act('user-speech-start')).toEqual([])
  expect(types(live.act({ type: 'user-speech-stop', transcript: 'Hi' }))).toEqual([
    'session.input_transcript.delta',
  ])
  expect(types(live.act({ type: 'say', text: 'Hello' }))).toEqual([
    'session.output_audio.delta',
    'session.output_transcript.delta',
  ])
  expect(live.view().answering).toBe(true)
  live.receive(append('instructions', 'x'))
  expect(live.view()).toMatchObject({ answering: true, interruptions: [] })
  expect(live.act('turn-complete')).toEqual([])
  expect(live.view().context.map(e => e.text)).toEqual(['Hi', 'x', 'Hello'])
  live.act({ type: 'drop-oldest', count: 2 })
  expect(live.view().context.map(e => e.text)).toEqual(['x'])
})

test('media, usage and the end', () => {
  const live = open()
  expect(events(live.receive({ type: 'session.input_audio.mute', event_id: 'm' }))).toMatchObject([
    { type: 'session.input_audio.muted', client_event_id: 'm' },
  ])
  expect(types(live.receive({ type: 'session.output_audio.fixture.play', audio: silence }))).toHaveLength(2)
  expect(error(live.receive({ ...audio, audio: '%' }))).toMatchObject({ param: 'audio' })
  expect(events(live.act({ type: 'usage', input: 64_000, output: 0 }, 2000))).toMatchObject([
    { usage: { seconds: 2 }, context_window: { usage_ratio: 0.5 } },
  ])
  expect(error(live.act({ type: 'error', code: 'server_error', eventId: 'e' }))).toMatchObject({
    client_event_id: 'e',
  })
  expect(events(live.receive({ type: 'session.close', event_id: 'c' }))).toMatchObject([
    { type: 'session.closed', reason: 'close_requested', client_event_id: 'c' },
    { close: { code: 1000 } },
  ])
  expect(live.receive(audio)).toEqual([])
  expect(events(open({ lifetime: 10 }).act('tick', 10))).toMatchObject([
    { reason: 'expired' },
    { close: { code: 1000 } },
  ])
  expect(open().act('drop')).toEqual([{ close: { code: 1006, reason: '' } }])
})
