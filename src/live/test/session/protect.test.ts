// Protected conversations on fake sockets: what tools get, what the app gets, and what is refused.
import { expect, test } from 'vitest'
import { fresh, redact } from '../../../core/protect/index.ts'
import { tool } from '../../../index.ts'
import { type LiveToolContext, live, profiles, replayLive, startLive } from '../../index.ts'
import { answers, begin, call, until } from './fake-socket.ts'

const protect = [redact({ pii: ['email'] })]
const mail = 'anna@example.org'
const placeholder = '[secret:email:1]'

test('a tool with reveal gets the value, and its result, its state and its progress hold the placeholder', async () => {
  const given: unknown[] = []
  const send = tool({
    name: 'send',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    reveal: ['to'],
    guard: { to: 'user' },
    execute: ({ to }: { readonly to: string }, context: LiveToolContext) => {
      given.push(to)
      context.progress(`writing to ${to}`)
      context.state.set('last', to)
      return `sent to ${to}`
    },
  })
  const { socket, talk, reports } = await begin({ tools: [send], background: ['send'], protect })
  talk.sendText(`Write to ${mail}.`)
  socket.receive(call('send', 'c1', { to: placeholder }))
  await until(() => expect(answers(socket)).toContainEqual({ output: `sent to ${placeholder}` }))
  expect(given).toEqual([mail])
  expect(talk.state.last).toBe(placeholder)
  expect(JSON.stringify(socket.sent)).not.toContain(mail)
  expect(JSON.stringify(socket.sent)).toContain(`Write to ${placeholder}.`)
  // The session contains the original texts, and the reports do not.
  expect(JSON.stringify(talk.session)).toContain(`Write to ${mail}.`)
  expect(JSON.stringify(reports)).not.toContain(mail)
  talk.stop()
})

test('a placeholder that nobody was shown is not revealed, and one that the user typed is no placeholder', async () => {
  const given: unknown[] = []
  const send = tool({
    name: 'send',
    parameters: { type: 'object', properties: { to: { type: 'string' } } },
    reveal: ['to'],
    execute: ({ to }: { readonly to: string }) => void given.push(to),
  })
  const { socket, talk } = await begin({ tools: [send], protect })
  talk.sendText(`Write to ${placeholder}.`)
  socket.receive(call('send', 'c1', { to: placeholder }))
  await until(() => expect(answers(socket)).toHaveLength(1))
  expect(given).toEqual([placeholder])
  expect(JSON.stringify(socket.sent)).toContain('Write to [ secret:email:1].')
  talk.stop()
})

test('pieces of what is said are held back until they are no part of a value', async () => {
  const { socket, talk, reports } = await begin({ protect })
  for (const text of ['I am an', 'na@exa', 'mple.org', ', and you?'])
    socket.receive({ serverContent: { inputTranscription: { text } } })
  socket.receive({ serverContent: { outputTranscription: { text: 'Hello.' } } })
  socket.receive({ serverContent: { turnComplete: true } })
  await until(() => expect(reports.some(({ type }) => type === 'said')).toBe(true))
  const saying = reports.flatMap(each => (each.type === 'saying' && each.by === 'user' ? [each.text] : []))
  expect(saying.join('')).toBe('I am [secret:email], and you?')
  expect(reports).toContainEqual(
    expect.objectContaining({ type: 'said', by: 'user', text: `I am ${placeholder}, and you?` }),
  )
  talk.stop()
})

test('a new session is told what was said without the values, also where a long text was cut', async () => {
  const { sockets, talk } = await begin({ protect, model: 'gemini-3.1-live' })
  talk.sendText(`${'a'.repeat(3_990)} ${mail}`)
  sockets[0]!.close()
  sockets[0]!.onclose?.({ code: 1006, reason: 'gone' } as never)
  await until(() => expect(sockets).toHaveLength(2))
  sockets[1]!.open()
  const sent = JSON.stringify(sockets.map(({ sent }) => sent))
  expect(sent).toContain('a'.repeat(3_990))
  expect(sent).not.toContain('anna')
  talk.stop()
})

test('a conversation takes protections of its options, and of each of its agents', async () => {
  const inner = live({ name: 'inner', model: 'gemini-3.8-live', description: `Knows ${mail}.`, protect })
  const { socket, talk } = await begin(
    { agents: [inner], instruction: `Ask tulip-1 or ${mail}.` },
    { protect: [redact({ patterns: [/tulip-\d/] })] },
  )
  await until(() => expect(socket.sent.length).toBeGreaterThan(0))
  expect(JSON.stringify(socket.sent)).not.toMatch(/anna|tulip/)
  expect(JSON.stringify(socket.sent[0])).toContain('Texts such as [secret:KIND:1] stand for values')
  talk.stop()
})

test('a replayed conversation has the messages that were sent', async () => {
  const records: unknown[] = []
  const declared = { protect, instruction: `Ask ${mail}.`, name: 'host', model: 'gemini-3.8-live' }
  const { talk, reports } = await begin(declared, { record: line => records.push(line) })
  talk.sendText(`I am ${mail}, not ben@example.org.`)
  talk.set({ mail })
  await until(() => expect(reports.filter(({ type }) => type === 'sent').length).toBeGreaterThan(1))
  const steps = [...replayLive(live(declared), profiles['gemini-3.8-live'], records as never)]
  const sent = steps.flatMap(({ effects }) =>
    effects.flatMap(each => (each.type === 'send' ? [each.message] : [])),
  )
  expect(sent).toEqual(reports.flatMap(each => (each.type === 'sent' ? [each.message] : [])))
  expect(JSON.stringify(steps.map(({ holds, waits }) => [holds, waits]))).not.toContain(mail)
  talk.stop()
})

test('a protection that a conversation cannot keep is a TypeError', () => {
  const connect = () => ({}) as never
  const late = { id: 'names', version: '1', findLater: async () => [] }
  const start = (given: readonly ReturnType<typeof fresh>[]) => () =>
    startLive(live({ name: 'host', model: 'gpt-realtime', protect: given }), { connect })
  expect(start([fresh({ turns: 2 })])).toThrow(/cannot protect by fresh\(\) in a live conversation/)
  expect(start([redact({ detectors: [late] })])).toThrow(/cannot wait for a detector/)
})

test('a text that a detector failed on is withheld, with one note', async () => {
  const broken = {
    id: 'names',
    version: '1',
    find: (text: string) => {
      if (text.includes('Anna')) throw new Error('no')
      return []
    },
  }
  const { socket, talk, reports } = await begin({ protect: [redact({ detectors: [broken] })] })
  talk.sendText('I am Anna.')
  talk.sendText('Anna again.')
  await until(() => expect(reports.filter(({ type }) => type === 'note')).toHaveLength(1))
  expect(JSON.stringify(socket.sent)).not.toContain('Anna')
  talk.stop()
})
