import { describe, expect, test } from 'vitest'
import { drive } from '../drive.ts'
import { silence } from '../frame.ts'
import type { FakeOptions } from '../options.ts'
import { openaiRealtime } from './index.ts'

const open = (options: FakeOptions = {}) => {
  const live = drive(openaiRealtime, options)
  expect(types(live.act('open'))).toEqual(['session.created'])
  return live
}
type Live = ReturnType<typeof open>
const events = (outputs: readonly object[]) => outputs.map(o => ('send' in o ? (o.send as any) : o))
const types = (outputs: readonly object[]) => events(outputs).map(e => e.type ?? 'close')
const error = (outputs: readonly object[]) => {
  expect(types(outputs)).toEqual(['error'])
  return events(outputs)[0].error
}
const update = (session: object, event_id = 'e1') => ({
  type: 'session.update',
  event_id,
  session: { type: 'realtime', ...session },
})
const message = (id: string | undefined, text: string, role = 'system') => ({
  ...(id === undefined ? {} : { id }),
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})
const create = (item: object, more: object = {}) => ({
  type: 'conversation.item.create',
  event_id: 'e2',
  item,
  ...more,
})
const texts = (live: Live) => live.view().context.map(e => e.text)
const tool = (name: string) => ({ type: 'function', name, parameters: {} })
const noVad = update({ audio: { input: { turn_detection: null } } })
const append = (ms: number) => ({ type: 'input_audio_buffer.append', audio: 'A'.repeat((ms * 48 * 4) / 3) })

describe('events', () => {
  test('session.created comes first, also when a frame arrives before', () => {
    expect(types(drive(openaiRealtime).receive(update({})))).toEqual(['session.created', 'session.updated'])
  })
  test('an error names the field and echoes the id of the event', () => {
    expect(error(open().receive({ type: 'session.updat', event_id: 'x' }))).toMatchObject({
      code: 'invalid_value',
      event_id: 'x',
      param: 'type',
    })
    expect(error(open().receive({ ...update({}), foo: 1 }))).toMatchObject({
      code: 'unknown_parameter',
      event_id: 'e1',
      param: 'foo',
    })
    expect(error(open().receive(update({ voice: 'ash' })))).toMatchObject({ param: 'session.voice' })
    expect(error(open().receive({ type: 'session.update', session: {} }))).toMatchObject({
      code: 'missing_required_parameter',
      event_id: null,
      param: 'session.type',
    })
    expect(error(open().receive(update({ instructions: 1 })))).toMatchObject({ code: 'invalid_type' })
    expect(error(open().receive('{'))).toMatchObject({ code: 'invalid_json' })
    expect(error(open().receive({}))).toMatchObject({ param: 'type' })
    expect(error(open().receive({ type: 'output_audio_buffer.clear' }))).toMatchObject({ param: 'type' })
  })
  test('every event of the server has an id of its own', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    live.act({ type: 'say', text: 'Hi' })
    live.act('turn-complete')
    const ids = events(live.outputs).map(e => e.event_id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('session.update', () => {
  test('is partial and is answered by the whole session', () => {
    const live = open()
    live.receive(update({ instructions: 'Be kind', tools: [tool('f')] }))
    const [updated] = events(live.receive(update({ audio: { output: { voice: 'ash' } } })))
    expect(updated.session).toMatchObject({
      instructions: 'Be kind',
      audio: { output: { voice: 'ash', speed: 1 }, input: { turn_detection: { type: 'server_vad' } } },
    })
    expect(live.view()).toMatchObject({ instruction: 'Be kind', tools: ['f'] })
  })
  test('an empty text and an empty list clear', () => {
    const live = open()
    live.receive(update({ instructions: 'Be kind', tools: [tool('f')] }))
    live.receive(update({ instructions: '' }))
    expect(live.view()).toMatchObject({ instruction: undefined, tools: ['f'] })
    live.receive(update({ tools: [] }))
    expect(live.view().tools).toEqual([])
  })
  test('the voice is locked by the first audio, and a refused update changes nothing', () => {
    const live = open()
    live.act({ type: 'say', text: 'Hi' })
    const refused = live.receive(update({ instructions: 'New', audio: { output: { voice: 'ash' } } }))
    expect(error(refused)).toMatchObject({ code: 'cannot_update_voice', event_id: 'e1' })
    expect(live.view().instruction).toBeUndefined()
    expect(types(live.receive(update({ audio: { output: { voice: 'marin' } } })))).toEqual([
      'session.updated',
    ])
    expect(live.view().answering).toBe(true)
  })
  test('the model never changes', () => {
    const live = open({ model: 'gpt-realtime-2' })
    expect(types(live.receive(update({ model: 'gpt-realtime-2' })))).toEqual(['session.updated'])
    expect(error(live.receive(update({ model: 'gpt-realtime' })))).toMatchObject({ param: 'session.model' })
  })
})

describe('items', () => {
  test('a new item is added, then done, with our id', () => {
    const live = open()
    const [added, done] = events(live.receive(create(message('a', 'A'))))
    expect(added).toMatchObject({
      type: 'conversation.item.added',
      previous_item_id: null,
      item: { id: 'a' },
    })
    expect(done).toMatchObject({ type: 'conversation.item.done', item: { id: 'a', status: 'completed' } })
    expect(live.view().context).toEqual([{ role: 'system', text: 'A', id: 'a' }])
  })
  test('previous_item_id inserts', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    live.receive(create(message('b', 'B', 'user')))
    live.receive(create(message('c', 'C', 'assistant'), { previous_item_id: 'a' }))
    live.receive(create(message('d', 'D'), { previous_item_id: 'root' }))
    expect(texts(live)).toEqual(['D', 'A', 'C', 'B'])
    expect(error(live.receive(create(message('e', 'E'), { previous_item_id: 'z' })))).toMatchObject({
      param: 'previous_item_id',
      event_id: 'e2',
    })
    expect(texts(live)).toHaveLength(4)
  })
  test('ids are unique and short', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    expect(error(live.receive(create(message('a', 'B'))))).toMatchObject({ param: 'item.id' })
    expect(error(live.receive(create(message('x'.repeat(33), 'B'))))).toMatchObject({
      code: 'string_above_max_length',
    })
    expect(types(live.receive(create(message(undefined, 'B'))))).toHaveLength(2)
  })
  test('content must fit the role', () => {
    const wrong = { type: 'message', role: 'system', content: [{ type: 'output_text', text: 'x' }] }
    expect(error(open().receive(create(wrong)))).toMatchObject({ param: 'item.content[0].type' })
    expect(error(open().receive(create({ ...wrong, role: 'developer' })))).toMatchObject({
      param: 'item.role',
    })
    expect(error(open().receive(create({ type: 'msg' })))).toMatchObject({ param: 'item.type' })
  })
  test('delete and retrieve need an item', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    expect(types(live.receive({ type: 'conversation.item.retrieve', item_id: 'a' }))).toEqual([
      'conversation.item.retrieved',
    ])
    expect(events(live.receive({ type: 'conversation.item.delete', item_id: 'a' }))).toMatchObject([
      { type: 'conversation.item.deleted', item_id: 'a' },
    ])
    expect(texts(live)).toEqual([])
    for (const verb of ['delete', 'retrieve'])
      expect(error(live.receive({ type: `conversation.item.${verb}`, item_id: 'a' })).code).toBe(
        `item_${verb}_invalid_item_id`,
      )
  })
  test('truncate is for audio of the assistant, within its length', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    live.act({ type: 'say', text: 'Hello there' })
    live.act('turn-complete')
    const id = live.view().context.at(-1)!.id
    const truncate = (item_id: unknown, audio_end_ms: number, content_index = 0) =>
      live.receive({ type: 'conversation.item.truncate', item_id, content_index, audio_end_ms })
    expect(error(truncate('z', 10))).toMatchObject({ code: 'item_truncate_invalid_item_id' })
    expect(error(truncate('a', 0))).toMatchObject({ param: 'item_id' })
    expect(error(truncate(id, 101))).toMatchObject({ param: 'audio_end_ms' })
    expect(error(truncate(id, 50, 1))).toMatchObject({ param: 'content_index' })
    expect(types(truncate(id, 50))).toEqual(['conversation.item.truncated'])
    expect(texts(live)).toEqual(['A', ''])
  })
  test('truncation of the context is silent', () => {
    const live = open()
    live.receive(create(message('a', 'A')))
    expect(live.act({ type: 'drop-oldest', count: 1 })).toEqual([])
    expect(texts(live)).toEqual([])
  })
})

describe('responses', () => {
  test('one at a time in the default conversation', () => {
    const live = open()
    expect(types(live.receive({ type: 'response.create' }))).toEqual(['response.created'])
    expect(error(live.receive({ type: 'response.create', event_id: 'r' }))).toMatchObject({
      code: 'conversation_already_has_active_response',
      event_id: 'r',
    })
    expect(events(live.act('turn-complete')).at(-1)).toMatchObject({
      type: 'response.done',
      response: { status: 'completed' },
    })
    expect(live.view().answering).toBe(false)
    expect(types(live.receive({ type: 'response.create' }))).toEqual(['response.created'])
  })
  test('out-of-band responses run beside it and leave no trace in the conversation', () => {
    const live = open()
    live.receive({ type: 'response.create' })
    const [created] = events(
      live.receive({
        type: 'response.create',
        response: {
          conversation: 'none',
          metadata: { topic: 'x' },
          output_modalities: ['text'],
          input: [message(undefined, 'Sum up', 'user')],
        },
      }),
    )
    expect(created.response).toMatchObject({ conversation_id: null, metadata: { topic: 'x' } })
    live.act('turn-complete')
    expect(live.view().answering).toBe(false)
    expect(types(live.act({ type: 'say', text: 'Sum', outOfBand: true }))).toContain(
      'response.output_text.delta',
    )
    expect(types(live.act({ type: 'turn-complete', outOfBand: true })).at(-1)).toBe('response.done')
    expect(texts(live)).toEqual([])
    const reference = { conversation: 'none', input: [{ type: 'item_reference', id: 'z' }] }
    expect(error(live.receive({ type: 'response.create', response: reference }))).toMatchObject({
      param: 'response.input',
    })
  })
  test('cancel needs one', () => {
    const live = open()
    expect(error(live.receive({ type: 'response.cancel', event_id: 'c' }))).toMatchObject({
      code: 'response_cancel_not_active',
      event_id: 'c',
    })
    live.act({ type: 'say', text: 'I was' })
    const done = events(live.receive({ type: 'response.cancel' }, 5)).at(-1)
    expect(done.response).toMatchObject({
      status: 'cancelled',
      status_details: { reason: 'client_cancelled' },
    })
    expect(live.view()).toMatchObject({ answering: false, interruptions: [{ by: 'response.cancel', at: 5 }] })
    expect(texts(live)).toEqual(['I was'])
  })
  test('speech is an item, from added to done', () => {
    const live = open()
    live.act('start-answer')
    expect(types(live.act({ type: 'say', text: 'Hi ', audio: silence }))).toEqual([
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio_transcript.delta',
      'response.output_audio.delta',
    ])
    expect(types(live.act({ type: 'say', text: 'you' }))).toHaveLength(2)
    expect(types(live.act('generation-complete'))).toEqual([
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'conversation.item.done',
      'response.output_item.done',
    ])
    live.act({ type: 'usage', input: 5, output: 3 })
    const [done] = events(live.act('turn-complete'))
    expect(done.response).toMatchObject({
      output: [{ content: [{ transcript: 'Hi you' }] }],
      usage: { total_tokens: 8 },
    })
    expect(texts(live)).toEqual(['Hi you'])
  })
})

describe('calls', () => {
  const output = (call_id: string) => create({ type: 'function_call_output', call_id, output: '{}' })
  test('an output names a call, and is not answered by itself', () => {
    const live = open()
    expect(types(live.act({ type: 'call', id: 'c1', name: 'f', args: { a: 1 } }))).toEqual([
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'conversation.item.done',
      'response.output_item.done',
    ])
    live.act('turn-complete')
    expect(live.view().openCalls).toEqual(['c1'])
    expect(error(live.receive(output('c9')))).toMatchObject({ code: 'invalid_tool_call_id' })
    expect(types(live.receive(output('c1')))).toHaveLength(2)
    expect(live.view()).toMatchObject({ openCalls: [], answering: false })
    expect(texts(live)).toEqual(['f({"a":1})', '{}'])
  })
})

describe('audio', () => {
  test('the buffer is committed by the client without detection', () => {
    const live = open()
    live.receive(noVad)
    const commit = { type: 'input_audio_buffer.commit' }
    expect(live.receive(append(60))).toEqual([])
    expect(error(live.receive(commit))).toMatchObject({ code: 'input_audio_buffer_commit_empty' })
    live.receive(append(60))
    expect(live.act('user-speech-start')).toEqual([])
    expect(live.act({ type: 'user-speech-stop', transcript: 'Hello' })).toEqual([])
    expect(types(live.receive(commit))).toEqual([
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
    ])
    expect(live.view()).toMatchObject({ answering: false, context: [{ role: 'user', text: 'Hello' }] })
    live.receive(append(120))
    expect(types(live.receive({ type: 'input_audio_buffer.clear' }))).toEqual(['input_audio_buffer.cleared'])
    expect(error(live.receive(commit))).toMatchObject({ code: 'input_audio_buffer_commit_empty' })
    expect(error(live.receive({ type: 'input_audio_buffer.append', audio: '%' }))).toMatchObject({
      param: 'audio',
    })
  })
  test('server detection interrupts, commits and answers', () => {
    const live = open()
    live.receive(update({ audio: { input: { transcription: { model: 'whisper-1' } } } }))
    live.act({ type: 'say', text: 'I was' }, 10)
    const started = live.act('user-speech-start', 20)
    expect(types(started)[0]).toBe('input_audio_buffer.speech_started')
    expect(events(started).at(-1).response).toMatchObject({
      status: 'cancelled',
      status_details: { reason: 'turn_detected' },
    })
    expect(live.view()).toMatchObject({ userSpeaking: true, interruptions: [{ by: 'user-speech', at: 20 }] })
    const stopped = live.act({ type: 'user-speech-stop', transcript: 'No' })
    expect(types(stopped)).toEqual([
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.done',
      'conversation.item.input_audio_transcription.completed',
      'response.created',
    ])
    expect(events(stopped)[1].item_id).toBe(events(started)[0].item_id)
    expect(live.view()).toMatchObject({ userSpeaking: false, answering: true })
  })
  test('interrupt_response and create_response can be off', () => {
    const live = open()
    const off = { type: 'semantic_vad', interrupt_response: false, create_response: false }
    live.receive(update({ audio: { input: { turn_detection: off } } }))
    live.act('start-answer')
    expect(types(live.act('user-speech-start'))).toEqual(['input_audio_buffer.speech_started'])
    live.act('turn-complete')
    live.act({ type: 'user-speech-stop', transcript: 'No' })
    expect(live.view()).toMatchObject({ answering: false, interruptions: [] })
  })
})

test('scripted errors, drops and the end of the session', () => {
  const live = open()
  expect(error(live.act({ type: 'error', code: 'server_error', eventId: 'e7' }))).toMatchObject({
    code: 'server_error',
    event_id: 'e7',
  })
  expect(live.view().violations).toEqual([])
  expect(types(live.act('tick', 3_600_000))).toEqual(['error', 'close'])
  expect(live.receive(update({}))).toEqual([])
  const other = open()
  other.act('start-answer')
  expect(other.act('drop')).toEqual([{ close: { code: 1006, reason: '' } }])
  expect(other.view().answering).toBe(false)
  expect(open().act({ type: 'handle', resumable: true })).toEqual([])
})
