// A session that grows has the protected form, and the plan, of one that is read at once.
import { expect, test } from 'vitest'
import { type Detector, type RedactOptions, redact } from '../../src/core/protect/index.ts'
import {
  agent,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type JsonValue,
  type Plan,
} from '../../src/index.ts'

/** Compiles a session after each event, with one compiler and with a new one, and returns the last request and all codes. */
async function grown(what: RedactOptions, ...events: readonly EventInput[]) {
  const helper = agent({ name: 'helper', protect: [redact(what)] })
  const options = { model: 'gpt-5.4', budget: 20_000 } as const
  const compiler = createCompiler(helper, options)
  let session = createSession()
  let plan: Plan | null = null
  let text = ''
  const codes: string[] = []
  for (const event of events) {
    session = session.append(event)
    const warm = await compiler.compile(session, { plan })
    const cold = await compile(helper, session, { ...options, plan })
    expect(warm.request).toEqual(cold.request)
    expect(warm.plan).toEqual(cold.plan)
    codes.push(...warm.diagnostics.map(({ code }) => code))
    plan = warm.plan
    text = JSON.stringify(warm.request)
  }
  return { text, codes }
}

const user = (text: string): EventInput => ({ author: 'user', text })
const answer: EventInput = { author: 'helper', text: 'Yes.' }
const data = (value: JsonValue): EventInput => ({ author: 'user', parts: [{ kind: 'data', value }] })

test('a value that overlaps another one is replaced with it, in JSON too that came before the text', async () => {
  const what = { fields: ['seat'], patterns: [/tulip-\d+/, /\d+-rose/] }
  const { text } = await grown(what, user('{"q":"tulip-4711-rose"}'), user('tulip-4711-rose'))
  expect(text).toContain(String.raw`{\"q\":\"[secret:pattern:1]\"}`)
  expect(text).not.toContain('[secret:pattern:2]')
})

test('a short value in JSON stays replaced when another text in the JSON is', async () => {
  const what = { fields: ['seat'], patterns: [/#\w+/] }
  const { text } = await grown(what, user('["#a", "#bc"]'), user('#bc'), user('{"q": "#d", "seat": 7}'))
  expect(text).toContain(String.raw`[\"[secret:pattern:1]\", \"[secret:pattern:2]\"]`)
  expect(text).toContain(String.raw`{\"q\": \"[secret:pattern:3]\", \"seat\": \"[secret:field:1]\"}`)
})

test('a short value of a listed field is replaced whole though a part of it is found', async () => {
  const what = { fields: ['seat'], patterns: [/#\w/] }
  const { text } = await grown(what, user('{"seat":"a#b c"}'), user('a#b c'), data({ seat: 'd#e f' }))
  for (const left of ['a[', '] c', 'd[', '] f', '#']) expect(text).not.toContain(left)
})

test('a text that a detector fails on is not withheld in JSON that it looked at', async () => {
  const find: Detector['find'] = text => {
    if (text === 'odd') throw new Error('no')
    return []
  }
  const what = { fields: ['seat'], detectors: [{ id: 'd', version: '1', find }] }
  const { text, codes } = await grown(what, user('["odd"]'), user('odd'), answer, user('Go on.'))
  expect(text).toContain(String.raw`[\"odd\"]`)
  expect(text).toContain('[withheld: it could not be checked]')
  expect(codes).not.toContain('CX5002')
})

test('a summary may hold the placeholders that its messages had when it was made', async () => {
  const what = { fields: ['seat'], patterns: [/tulip-\d+/] }
  const summary: EventInput = {
    author: 'developer',
    text: 'So far: [secret:pattern:1] [secret:field:1]',
    actions: { compaction: { covers: [{ from: 0, to: 2 }] } },
  }
  const { text } = await grown(
    what,
    user('tulip-4711 at Meridian'),
    answer,
    user('And?'),
    summary,
    data({ seat: 'Meridian' }),
  )
  expect(text).toContain('So far: [secret:pattern:1] [ secret:field:1]')
})

test('each find in what was sent is a recorded decision, also where it replaces an earlier one', async () => {
  const code = 'Meridian-Orchid-77'
  const { text, codes } = await grown(
    { fields: ['seat'] },
    user(`I sit at ${code}.`),
    data({ seat: code }),
    data({ seat: `at ${code}` }),
  )
  expect(text).toContain('I sit [secret:field:2].')
  expect(codes.filter(each => each === 'CX5001')).toHaveLength(2)
  expect(codes).not.toContain('CX5002')
})
