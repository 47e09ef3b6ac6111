// OpenAI Realtime's confirmations name no update, and the client behind the socket also updates the session.
import { expect, test } from 'vitest'
import { readLiveConfig } from '../../declare/read-config.ts'
import { profiles } from '../../profile/profile.ts'
import { RealtimeCodec } from '../../wire/openai-realtime.ts'

const config = readLiveConfig({
  name: 'host',
  model: 'gpt-realtime',
  tools: [{ name: 'find' }, { name: 'book' }],
})

/** Returns a codec that has sent its setup, and the session as the server has it. */
function connected(instruction = 'Help.') {
  const codec = new RealtimeCodec({ config, profile: profiles['gpt-realtime']! })
  const updated = (instructions: unknown, ...names: readonly string[]) =>
    codec.decode({ type: 'session.updated', session: { instructions, tools: names.map(name => ({ name })) } })
  codec.decode({ type: 'session.created', session: { instructions: 'Be helpful.', tools: [] } })
  codec.encode({ kind: 'setup', agent: 'bot', instruction, tools: [], handle: null }, 1)
  return { codec, updated }
}

test('the update of another does not make the connection ready, ours does', () => {
  const { updated } = connected()
  expect(updated('Be helpful.')).toEqual([])
  expect(updated('Be helpful.')).toEqual([])
  expect(updated('Help.')).toEqual([{ type: 'ready' }])
  expect(updated('Help.')).toEqual([])
})

test('the update of another that comes between two of ours confirms none of them', () => {
  const { codec, updated } = connected()
  updated('Help.')
  codec.encode({ kind: 'update', agent: 'bot', instruction: 'Book.' }, 2)
  codec.encode({ kind: 'update', agent: 'bot', tools: ['book', 'find'] }, 3)
  expect(updated('Help.')).toEqual([])
  expect(updated('Book.')).toEqual([{ type: 'acked', frame: 2 }])
  expect(updated('Book.')).toEqual([])
  expect(updated('Book.', 'find', 'book')).toEqual([{ type: 'acked', frame: 3 }])
})

test('an instruction that the server writes in its own way is confirmed', () => {
  const { codec, updated } = connected('  Help\r\nwell. ')
  expect(updated('Help\nwell.')).toEqual([{ type: 'ready' }])
  codec.encode({ kind: 'update', agent: 'bot', instruction: 'Never say "x".' }, 2)
  expect(updated('Never say [removed].')).toEqual([{ type: 'acked', frame: 2 }])
})

test('a server that does not show its session confirms in order', () => {
  const { codec } = connected()
  expect(codec.decode({ type: 'session.updated', session: {} })).toEqual([{ type: 'ready' }])
  codec.encode({ kind: 'update', agent: 'bot', instruction: 'Book.' }, 2)
  expect(codec.decode({ type: 'session.updated' })).toEqual([{ type: 'acked', frame: 2 }])
})

test('an empty instruction is confirmed though the server shows its own', () => {
  expect(connected('').updated('Be helpful.')).toEqual([{ type: 'ready' }])
})

test('an update that the server refuses leaves the others to be confirmed', () => {
  const { codec, updated } = connected()
  updated('Help.')
  codec.encode({ kind: 'update', agent: 'bot', instruction: 'Book.' }, 2)
  codec.encode({ kind: 'update', agent: 'bot', tools: ['find'] }, 3)
  const error = { event_id: 'ctxc_2', code: 'invalid_value', message: 'No.' }
  expect(codec.decode({ type: 'error', error })).toMatchObject([{ type: 'failed', frame: 2 }])
  expect(updated('Help.', 'find')).toEqual([{ type: 'acked', frame: 3 }])
})
