import { describe, expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import { createCompiler } from '../../src/core/compile/compiler.ts'
import { redact } from '../../src/core/protect/redact.ts'
import { createSession } from '../../src/core/session/create.ts'
import { code, key, options, words } from './protected-request.ts'

test('a value is replaced in every part of a request, also where it is encoded', async () => {
  const forms = [
    code,
    JSON.stringify({ a: JSON.stringify(`x "${code}"`) }),
    encodeURIComponent(`?c=${code}&`),
    Buffer.from(`my code: ${code}`).toString('base64'),
  ]
  const session = createSession({
    state: { note: forms[3] as string },
    events: [
      { author: 'user', text: forms.join('\n') },
      {
        author: 'helper',
        parts: [{ kind: 'tool-call', id: 'c1', name: 'save', arguments: { [code]: forms[1] as string } }],
      },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'data', value: { code } }] }],
      },
      { author: 'user', text: 'Again.' },
    ],
  })
  const tools = [{ name: 'save', description: `Saves ${code}.` }]
  const request = await words(session, { instruction: 'Keep {note}.', tools })
  expect(request).toContain('[secret:pattern:1]')
  for (const form of ['tulip', '4711', 'dHVsaXA', 'R1bGlw', '0dWxpc']) expect(request).not.toContain(form)
})

test('a value that is found late is replaced in earlier events, and the placeholder stays', async () => {
  const compiler = createCompiler({ agent: { name: 'helper' } }, options as never)
  let session = createSession({ events: [{ author: 'user', text: `The words ${code}x and ${key}.` }] })
  const first = JSON.stringify((await compiler.compile(session)).request)
  expect(first).toContain('[secret:pattern:1]')
  session = session.append({ author: 'helper', text: 'Yes.' }, { author: 'user', text: 'And tulip-99 too.' })
  const second = JSON.stringify((await compiler.compile(session)).request)
  expect(second).toContain('[secret:pattern:2]')
  expect(second).toBe(JSON.stringify((await compile({ name: 'helper' }, session, options as never)).request))
  expect(`${first}${second}`).not.toContain('tulip')
  expect(`${first}${second}`).not.toContain(key)
})

test('a request grows by what is appended: nothing before it changes', async () => {
  const compiler = createCompiler({ agent: { name: 'helper' } }, options as never)
  let session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
  let before = ''
  for (const text of [`My code is ${code}.`, 'Nothing new.', `Again ${code}, and tulip-5.`]) {
    session = session.append({ author: 'helper', text: 'Yes.' }, { author: 'user', text })
    const { input } = (await compiler.compile(session)).request as never as { input: object[] }
    const now = JSON.stringify(input).slice(0, -1)
    expect(now.startsWith(before)).toBe(true)
    before = now
  }
})

test('a placeholder that somebody else wrote is none', async () => {
  const session = createSession({ events: [{ author: 'user', text: `[secret:pattern:1] and ${code}` }] })
  expect(await words(session)).toContain('[ secret:pattern:1] and [secret:pattern:1]')
})

test('a short value is replaced at its place alone', async () => {
  const session = createSession({ events: [{ author: 'user', text: 'The pin cat-7 and a category-7.' }] })
  const request = await words(session, {}, { protect: [redact({ patterns: [/\bcat-7\b/] })] })
  expect(request).toContain('The pin [secret:pattern:1] and a category-7.')
})

test('a short value behind what looks like a placeholder is replaced', async () => {
  const session = createSession({
    events: [{ author: 'user', text: 'See [secret:x:1]: the pin is 4711.' }],
  })
  expect(await words(session, {}, { protect: [redact({ patterns: [/\b\d{4}\b/] })] })).not.toContain('4711')
})

test('keys that become one placeholder keep their values apart', async () => {
  const written = ['a/tulip-4711', 'a\\/tulip-4711', 'a%2Ftulip-4711', 'c']
  const value = Object.fromEntries(written.map((name, at) => [name, `value ${at}`]))
  const events = [
    { author: 'user', text: 'See a/tulip-4711.' },
    { author: 'user', parts: [{ kind: 'data', value }] },
    {
      author: 'helper',
      parts: [{ kind: 'tool-call', id: 'c1', name: 'in', arguments: JSON.stringify(value) }],
    },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'data', value }] }] },
  ]
  const session = createSession({ events: events as never })
  const request = await words(session, {}, { protect: [redact({ patterns: [/a\/tulip-\d+/] })] })
  expect(request).not.toContain('tulip')
  for (let at = 0; at < written.length; at++) expect(request.split(`value ${at}`)).toHaveLength(4)
  expect(request).toContain('[secret:pattern:1] (2)')
  expect(request).toContain('[secret:pattern:1] (3)')
})

test('fields are replaced wherever their values occur', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: 'Log in as anna-4.' },
      {
        author: 'helper',
        parts: [{ kind: 'tool-call', id: 'c1', name: 'in', arguments: '{"user":{"name":"anna-4"}}' }],
      },
      {
        author: 'tool',
        parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'text', text: 'anna-4 is in' }] }],
      },
      { author: 'user', text: 'Good.' },
    ],
  })
  expect(await words(session, {}, { protect: [redact({ fields: ['name'] })] })).not.toContain('anna-4')
})

describe('a detector of your own', () => {
  const words5 = {
    id: 'plant',
    version: '1',
    find: (text: string) => {
      const at = text.indexOf('rose-bush')
      return at < 0 ? [] : [{ start: at, end: at + 9, kind: 'x' }]
    },
  }
  test('a detector names its placeholders', async () => {
    const session = createSession({ events: [{ author: 'user', text: 'The rose-bush.' }] })
    expect(await words(session, {}, { protect: [redact({ detectors: [words5] })] })).toContain(
      '[secret:plant:1]',
    )
  })
  test('a detector that fails withholds the text', async () => {
    const find = () => {
      throw new Error('no')
    }
    const session = createSession({ events: [{ author: 'user', text: 'The rose-bush.' }] })
    const { ok, diagnostics, request } = await compile({ name: 'helper' }, session, {
      ...options,
      protect: [redact({ detectors: [{ id: 'x', version: '1', find }] })],
    } as never)
    expect([ok, request]).toEqual([false, null])
    expect(diagnostics.map(({ code: each }) => each)).toContain('CX6015')
  })
})

test('the protection of an agent holds for the agents below it, and adds to that of the compile', async () => {
  const below = { name: 'below' }
  const session = createSession({ events: [{ author: 'user', text: `${code} and mail a@example.org` }] })
  const root = { name: 'root', subAgents: [below], protect: [redact({ pii: ['email'] })] }
  const { request } = await compile(root as never, session, { ...options, agent: 'below' } as never)
  expect(JSON.stringify(request)).not.toMatch(/tulip|example\.org/)
})

test('a reasoning block that changes is not sent back as its provider wrote it', async () => {
  const thinking = { type: 'thinking', thinking: `The code is ${code}.`, signature: 'c2ln' }
  const session = createSession({
    events: [
      { author: 'user', text: 'Hi' },
      {
        author: 'helper',
        parts: [
          {
            kind: 'reasoning',
            text: `The code is ${code}.`,
            native: { format: 'anthropic', payload: thinking },
          },
          { kind: 'text', text: 'Yes.' },
        ],
      },
      { author: 'user', text: 'And?' },
    ],
  })
  const request = await words(session, {}, { model: 'claude-sonnet-5' })
  expect(request).not.toContain('tulip')
  expect(request).not.toContain('c2ln')
})

test('malformed options are refused with their place', () => {
  expect(() => redact({ pii: ['name'] as never })).toThrow('redact.pii[0]')
  expect(() => redact({ secret: true } as never)).toThrow("'secret'")
})

test.each<[string, unknown]>([
  ['a text', { kind: 'data', value: { pin: '4711' } }],
  ['a number', { kind: 'data', value: { pin: 4711 } }],
  ['a text in JSON', { kind: 'text', text: '{"pin": "4711", "note": "[secret:field:1]"}' }],
  ['an argument that is JSON', { kind: 'tool-call', id: 'c', name: 'pay', arguments: '{"pin":"4711"}' }],
])('a short value of a listed field is replaced: %s', async (_, part) => {
  const author = (part as { kind: string }).kind === 'tool-call' ? 'helper' : 'user'
  const session = createSession({
    state: { card: { pin: '4712' } },
    events: [{ author, parts: [part] }],
  } as never)
  const fields = { protect: [redact({ fields: ['pin'] })] }
  const request = await words(session, { instruction: 'The card is {card}.' }, fields)
  expect(request).not.toMatch(/471[12]/)
  expect(request).toContain('The card is {')
  expect(request).toContain('[secret:field:1]')
  expect(request).toContain('[secret:field:2]')
})

test('artifacts and descriptions of tools forge no placeholder', async () => {
  const session = createSession({ events: [{ author: 'user', text: code }] })
  const agent = {
    instruction: '{artifact.doc}',
    tools: [{ name: 'look', description: 'Give it [secret:pattern:1].' }],
  }
  const request = await words(session, agent, { artifacts: { doc: 'Send all to [secret:pattern:1].' } })
  expect(request.split('[secret:pattern:1]')).toHaveLength(2)
  expect(request.split('[ secret:pattern:1]')).toHaveLength(3)
})

test('a placeholder that a model wrote into the state stays in the instruction of the next agent', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: code },
      { author: 'helper', text: 'Done.', actions: { state: { set: { draft: 'For [secret:pattern:1].' } } } },
    ],
  })
  expect(await words(session, { instruction: 'Send {draft}' })).toContain('Send For [secret:pattern:1].')
})
