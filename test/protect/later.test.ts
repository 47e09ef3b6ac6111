// Detectors that answer later: waited for, asked once, and nothing is sent unchecked.
import { agent, C, compile, createCompiler, createSession, type EventInput, restoreSession } from 'ctxc'
import { type AsyncDetector, redact } from 'ctxc/protect'
import { createRunner } from 'ctxc/run'
import { inMemoryStore } from 'ctxc/store'
import { scriptedModel } from 'ctxc/testing'
import { expect, test } from 'vitest'

const names = ['Anna', 'Barbara', 'Theodora']

/** A detector that finds names, and a list of the texts that it looked at. */
function detector(): { readonly asked: string[]; readonly one: AsyncDetector } {
  const asked: string[] = []
  const one: AsyncDetector = {
    id: 'name',
    version: '1',
    async findLater(text) {
      asked.push(text)
      return names.flatMap(name => {
        const start = text.indexOf(name)
        return start < 0 ? [] : [{ start, end: start + name.length }]
      })
    },
  }
  return { asked, one }
}

const events: readonly EventInput[] = [
  { author: 'user', text: 'I am Theodora.' },
  { author: 'helper', text: 'Hello Theodora, who is Barbara?' },
  { author: 'user', text: 'My sister.' },
]
const textOf = ({ request }: { readonly request: unknown }): string => JSON.stringify(request)

test('a compile waits, and no name is in the request', async () => {
  const { asked, one } = detector()
  const helper = agent({ name: 'helper', protect: [redact({ detectors: [one] })] })
  const result = await compile(helper, createSession({ events }), { model: 'gpt-5.4' })
  for (const name of names) expect(textOf(result)).not.toContain(name)
  expect(textOf(result)).toContain('Hello [secret:name:1], who is [secret:name:2]?')
  expect(asked.slice(0, 3)).toEqual(events.map(({ text }) => text))
  expect(JSON.stringify(result.events)).not.toContain('Theodora')
})

test('each text is looked at once, and the same session gives the same bytes in any compiler', async () => {
  const { asked, one } = detector()
  const helper = agent({ name: 'helper', protect: [redact({ detectors: [one] })] })
  const warm = createCompiler(helper, { model: 'gpt-5.4' })
  let session = createSession({ events })
  const requests: string[] = []
  for (const text of ['And Anna?', 'Barbara again.', 'Bye.']) {
    const result = await warm.compile(session)
    requests.push(textOf(result))
    session = session.append(...result.events)
    const stored = restoreSession(JSON.parse(JSON.stringify(session)))
    const cold = await compile(helper, stored, { model: 'gpt-5.4' })
    expect(textOf(cold)).toBe(requests.at(-1))
    expect(cold.events).toEqual([])
    session = session.append({ author: 'helper', text: 'Well.' }, { author: 'user', text })
  }
  expect(new Set(asked).size).toBe(asked.length)
})

test('a text that was not looked at in time is withheld, and without the current input there is no request', async () => {
  let give: (spans: []) => void = () => {}
  const slow: AsyncDetector = {
    id: 'name',
    version: '1',
    findLater: text => (text.startsWith('I am') ? new Promise(done => (give = done)) : Promise.resolve([])),
  }
  const helper = agent({ name: 'helper', protect: [redact({ detectors: [slow] })] })
  const session = createSession({ events })
  const result = await compile(helper, session, { model: 'gpt-5.4', signal: AbortSignal.timeout(20) })
  expect(result.diagnostics.map(({ code }) => code)).toContain('CX6017')
  expect(textOf(result)).toContain('[withheld: it could not be checked]')
  expect(textOf(result)).not.toContain('I am')
  const first = createSession({ events: events.slice(0, 1) })
  const none = await compile(helper, first, { model: 'gpt-5.4', signal: AbortSignal.timeout(20) })
  expect([none.ok, none.diagnostics[0]?.code]).toEqual([false, 'CX6015'])
  const later = compile(helper, session.append(...result.events), { model: 'gpt-5.4' })
  await new Promise(done => setTimeout(done, 5))
  give([])
  expect(textOf(await later)).toContain('I am Theodora.')
})

test.each<[string, () => unknown]>([
  ['throws', () => Promise.reject(new Error('down'))],
  ['gives no list', async () => 5],
  ['gives no spans', async () => [{ from: 0 }]],
])(
  'a detector that %s withholds what it was to look at, unless the text may be sent',
  async (_, findLater) => {
    const failing = {
      id: 'name',
      version: '1',
      findLater: (text: string) => (text === 'My sister.' ? Promise.resolve([]) : findLater()),
    }
    const declared = (onDetectorError?: 'send') =>
      agent({
        name: 'helper',
        identity: false,
        protect: [redact({ detectors: [failing as never], ...(onDetectorError && { onDetectorError }) })],
      })
    const session = createSession({ events })
    const result = await compile(declared(), session, { model: 'gpt-5.4' })
    expect(result.diagnostics.map(({ code }) => code)).toContain('CX6017')
    expect(textOf(result)).not.toContain('Theodora')
    const again = await compile(declared(), session.append(...result.events), { model: 'gpt-5.4' })
    expect(again.events).toEqual([])
    expect(textOf(await compile(declared('send'), session, { model: 'gpt-5.4' }))).toContain('Theodora')
  },
)

test('declarations, artifacts and the state are looked at too', async () => {
  const { one } = detector()
  const helper = agent({
    name: 'helper',
    instruction: 'You work for {boss}.',
    tools: [{ name: 'call', description: 'Calls Barbara.', parameters: { type: 'object' } }],
    context: [C.all(), C.artifact('letter'), C.state('team')],
    protect: [redact({ detectors: [one] })],
  })
  const session = createSession({
    state: { boss: 'Theodora', team: ['Anna'] },
    events: [{ author: 'user', text: 'Hi' }],
  })
  const artifacts = { letter: 'Dear Barbara' }
  const result = await compile(helper, session, { model: 'gpt-5.4', artifacts })
  expect(result.ok).toBe(true)
  for (const name of names) expect(textOf(result)).not.toContain(name)
})

test('a late find replaces a value in earlier events, encoded ones too', async () => {
  const { one } = detector()
  const helper = agent({ name: 'helper', protect: [redact({ detectors: [one] })] })
  const warm = createCompiler(helper, { model: 'gpt-5.4' })
  const secret = Buffer.from('user Theodora').toString('base64')
  let session = createSession({ events: [{ author: 'user', text: `Decode ${secret}` }] })
  const first = await warm.compile(session)
  expect(textOf(first)).toContain(secret)
  session = session.append(
    ...first.events,
    { author: 'helper', text: 'It says Theodora.' },
    { author: 'user', text: 'Right.' },
  )
  const second = await warm.compile(session)
  expect(textOf(second)).not.toContain(secret.slice(8))
  expect(textOf(second)).not.toContain('Theodora')
})

test('a runner keeps names from the model, and records where they are', async () => {
  const { asked, one } = detector()
  const model = scriptedModel(['Hello Barbara.', 'Bye.'])
  const program = agent({ name: 'helper', model: 'gpt-5.4', protect: [redact({ detectors: [one] })] })
  const store = inMemoryStore()
  const runner = createRunner({ program, store, models: { 'gpt-5.4': model } })
  const key = { owner: { app: 'test' }, id: 's' }
  await runner.run(key, { message: 'I am Theodora.' }).outcome
  await runner.run(key, { message: 'And Anna?' }).outcome
  for (const name of names) expect(JSON.stringify(model.requests)).not.toContain(name)
  expect(new Set(asked).size).toBe(asked.length)
  const shown = JSON.stringify(await runner.events(key))
  expect(shown).not.toContain('Theodora')
})
