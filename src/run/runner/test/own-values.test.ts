// A person sees his own values again in a runner's streams and histories, and nobody else does: litellm#14516, litellm#8359.
import { expect, test } from 'vitest'
import { tool } from '../../../core/agent/tool.ts'
import { type AsyncDetector, redact } from '../../../core/protect/index.ts'
import type { RunEvent, Runner, RunObserver } from '../../../run.ts'
import { inMemoryStore } from '../../store/index.ts'
import { door, halting, helper, key, recordingRelay, running } from './pains/setting.ts'

const show = ['email']
const compile = { protect: [redact({ pii: ['email'] })] }
const own = 'ada@example.org'

/** Follows a session of the person, and collects the reports. */
function following(runner: Runner, options: { readonly show?: readonly string[] } = { show }) {
  const reports: RunEvent[] = []
  const stream = runner.resume(key, { from: 0, ...options })
  const collect = async (): Promise<void> => {
    for await (const each of stream) reports.push(each)
  }
  return { reports, end: collect(), outcome: stream.outcome }
}

/** Returns the streamed text of the last answer, as a page puts it together. */
const streamed = (reports: readonly RunEvent[]): string =>
  reports.reduce(
    (text, each) => (each.type === 'retracted' ? '' : each.type === 'delta' ? text + each.text : text),
    '',
  )

/** Returns the text of the last answer. */
const lastText = (events: readonly RunEvent[]): unknown =>
  events
    .flatMap(each =>
      each.type === 'event' && each.event.author === 'helper'
        ? each.event.parts.flatMap(part => (part.kind === 'text' ? [part.text] : []))
        : [],
    )
    .at(-1)

test('a stream and a history show own values; requests, observers, other streams and the answer do not', async () => {
  const told: unknown[] = []
  const observe: RunObserver = {
    event: (_, event) => void told.push(event),
    modelCall: ({ compiled }) => {
      told.push(compiled.request)
      return { end: outcome => void told.push(outcome), retrying: () => {} }
    },
  }
  const answer = 'I write to [secret:email:1], not to [secret:email:2].'
  const { runner, requests, events } = running(helper(), [answer], { compile, observe })
  const reports: RunEvent[] = []
  const plain = following
  const stream = runner.run(key, { message: `I am ${own}.`, from: 0, show })
  for await (const each of stream) reports.push(each)
  const whole = `I write to ${own}, not to [ secret:email:2].`
  const { text } = await stream.outcome
  expect([streamed(reports), lastText(reports), text]).toEqual([whole, whole, whole])
  const history = (await runner.events(key, { show })) ?? []
  expect(history.filter(({ visibility }) => visibility !== 'internal')).toEqual(
    reports.flatMap(each => (each.type === 'event' ? [each.event] : [])),
  )
  expect(JSON.stringify(history[0]?.parts)).toContain(own)
  const other = plain(runner, {})
  await other.end
  expect(JSON.stringify([requests, told, other.reports, await runner.events(key)])).not.toContain(own)
  expect((await other.outcome).text).toBe('I write to [secret:email:1], not to [ secret:email:2].')
  expect(JSON.stringify((await events())[1])).toContain('[secret:email:1]')
})

test('nobody sees own values in a session without a user', async () => {
  const { runner } = running(helper(), ['I write to [secret:email:1].'], { compile })
  const shared = { owner: { app: 'test' }, id: 's1' }
  const reports: RunEvent[] = []
  for await (const each of runner.run(shared, { message: `I am ${own}.`, from: 0, show })) reports.push(each)
  expect(JSON.stringify([reports, await runner.events(shared, { show })])).not.toContain(own)
})

test("a value that a tool's result has too is shown from then on to nobody", async () => {
  const look = tool({ name: 'look', execute: () => `${own} and bob@example.org` })
  const script = [
    'Hi [secret:email:1].',
    { calls: [{ name: 'look' }] },
    'It is [secret:email:1], [secret:email:2].',
  ]
  const { runner } = running(helper([look]), script, { compile })
  await runner.run(key, { message: `I am ${own}.` }).outcome
  await runner.run(key, { message: 'Who am I?' }).outcome
  const { reports, end } = following(runner)
  await end
  expect(lastText(reports)).toBe('It is [secret:email:1], [secret:email:2].')
  expect(JSON.stringify(reports)).toContain(`Hi ${own}.`)
  expect(JSON.stringify(reports)).not.toContain('bob@')
})

test('a text that a model wrote with the value is taken back, and streamed as the history has it', async () => {
  const text = `To [secret:email:1] means to ${own}.`
  for (let size = 1; size < 12; size += 5) {
    const models = () => inPieces(text, size)
    const { runner } = running(helper(), [], { compile, models })
    const reports: RunEvent[] = []
    for await (const each of runner.run(key, { message: `I am ${own}.`, show })) reports.push(each)
    const whole = 'To [secret:email:1] means to [secret:email:1].'
    expect([streamed(reports), lastText(reports)]).toEqual([whole, whole])
  }
})

/** A model that streams a text in pieces. */
const inPieces = (text: string, size: number): ReturnType<typeof halting> => ({
  target: 'openai-chat',
  async *stream() {
    for (let at = 0; at < text.length; at += size) yield { type: 'text', text: text.slice(at, at + size) }
    const message = { role: 'assistant', content: text }
    yield { type: 'response', response: { choices: [{ message, finish_reason: 'stop' }] } }
  },
})

test('followers who join in the middle of an answer see own values, in this process and in another one', async () => {
  const store = inMemoryStore()
  const { relay, messages } = recordingRelay()
  const { wait, arrived, open } = door()
  const options = { compile, sharing: { relay } }
  const models = () => halting('I write to [secret:email:1] now, to [secret:em', { wait }, 'ail:1]!')
  const one = running(helper(), [], { models, ...options }, store)
  const other = running(helper(), [], options, store)
  const first = one.run(`I am ${own}.`)
  await arrived
  const all = [
    following(one.runner),
    following(other.runner),
    following(one.runner),
    following(one.runner, {}),
  ]
  const [here, there, second, plain] = all as [
    (typeof all)[0],
    (typeof all)[0],
    (typeof all)[0],
    (typeof all)[0],
  ]
  while (!all.every(({ reports }) => reports.some(({ type }) => type === 'delta')))
    await new Promise(resolve => setTimeout(resolve, 2))
  expect(streamed(there.reports)).toBe(`I write to ${own} now, to `)
  open()
  await Promise.all([first, ...all.map(({ end }) => end)])
  for (const { reports } of [here, there, second]) {
    expect([streamed(reports), lastText(reports)]).toEqual(Array(2).fill(`I write to ${own} now, to ${own}!`))
    expect(reports.map(({ type }) => type)).not.toContain('retracted')
  }
  expect(JSON.stringify([messages, plain.reports])).not.toContain(own)
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('an answer of the owner to a call is his own, and one of somebody else is not', async () => {
  const ask = tool({ name: 'ask', answeredBy: 'person' })
  for (const [by, isShown] of [
    ['ada', true],
    ['support', false],
  ] as const) {
    const script = [{ calls: [{ name: 'ask' }] }, 'I write to [secret:email:1].']
    const { runner, run, resume } = running(helper([ask]), script, { compile })
    await run('Help me')
    await runner.answer(key, '1.0', { mail: own }, { by })
    await resume()
    expect(JSON.stringify(await runner.events(key, { show })).includes(own)).toBe(isShown)
  }
})

test('a value that a detector finds later is shown, in the message and in the answer', async () => {
  const person: AsyncDetector = {
    ...{ id: 'person', version: '1' },
    findLater: async text =>
      [...text.matchAll(/Ada Lovelace/g)].map(({ index }) => ({ start: index, end: index + 12, kind: '' })),
  }
  const late = { protect: [redact({ detectors: [person] })] }
  const { runner, requests, run } = running(
    helper(),
    ['Hello [secret:person:1].', 'Bye [secret:person:1].'],
    {
      compile: late,
    },
  )
  await run('I am Ada Lovelace.')
  await run('Who am I?')
  const { reports, end } = following(runner, { show: ['person'] })
  await end
  const texts = reports.flatMap(each =>
    each.type === 'event' ? each.event.parts.flatMap(part => (part.kind === 'text' ? [part.text] : [])) : [],
  )
  expect(texts).toEqual(['I am Ada Lovelace.', 'Hello Ada Lovelace.', 'Who am I?', 'Bye Ada Lovelace.'])
  expect(JSON.stringify([requests, await runner.events(key)])).not.toContain('Lovelace')
})

test('kinds of secrets, and kinds that may be secrets, are a TypeError at once', async () => {
  const { runner } = running(helper(), [])
  for (const kind of ['password', 'secret', 'jwt', 'github-token', 'url-password', 'private-key'])
    expect(() => runner.run(key, { show: [kind] })).toThrow(
      new TypeError(`run.show[0] must be no kind of secret, got '${kind}': secrets are never shown`),
    )
  expect(() => runner.resume(key, { show: ['email', 'pattern'] })).toThrow(
    new TypeError(
      "resume.show[1] must say what the values are, got 'pattern': find them by a detector, and name its id",
    ),
  )
  await expect(runner.events(key, { show: 'email' as never })).rejects.toThrow(
    new TypeError("events.show must be a list, got 'email'"),
  )
})
