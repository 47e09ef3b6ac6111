// A session that grows has the protected form of one that is read at once.
import { expect, test } from 'vitest'
import { agent, compile, createCompiler, createSession, type EventInput } from '../../src/index.ts'
import { type RedactOptions, redact } from '../../src/protect/index.ts'

const options = { model: 'gpt-5.4', budget: 20_000 } as const

/** Compiles a session after each event with one compiler and with a new one, and returns the last request. */
async function grown(what: RedactOptions, ...events: readonly EventInput[]): Promise<string> {
  const helper = agent({ name: 'helper', protect: [redact(what)] })
  const compiler = createCompiler(helper, options)
  let session = createSession()
  let last = ''
  for (const event of events) {
    session = session.append(event)
    const { request } = await compiler.compile(session)
    expect(request).toEqual((await compile(helper, session, options)).request)
    last = JSON.stringify(request)
  }
  return last
}

test('a value that overlaps another one is replaced with it, in JSON too that came before the text', async () => {
  const what = { fields: ['seat'], patterns: [/tulip-\d+/, /\d+-rose/] }
  const text = await grown(
    what,
    { author: 'user', text: '{"q":"tulip-4711-rose"}' },
    { author: 'user', text: 'tulip-4711-rose' },
  )
  expect(text).toContain(String.raw`{\"q\":\"[secret:pattern:1]\"}`)
  expect(text).not.toContain('[secret:pattern:2]')
})
