import { describe, expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import { redact } from '../../src/core/protect/redact.ts'
import { createSession } from '../../src/core/session/create.ts'
import { code, options, words } from './protected-request.ts'

describe('nothing passes unseen', () => {
  const result = (value: unknown) =>
    createSession({
      events: [
        { author: 'user', text: 'Look.' },
        { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: 'look', arguments: {} }] },
        {
          author: 'tool',
          parts: [{ kind: 'tool-result', id: 'c1', content: [{ kind: 'data', value: value as never }] }],
        },
        { author: 'user', text: 'Go on.' },
      ],
    })
  test('a number is replaced as its digits are', async () => {
    const session = result({ card: 4111111111111111, pin: 90210777 })
    const request = await words(session, {}, { protect: [redact({ pii: ['card'], fields: ['pin'] })] })
    expect(request).not.toMatch(/41111|90210/)
    expect(request).toMatch(/\[secret:card:1\].*\[secret:field:1\]/)
  })
  test.each([198, 199, 200, 201, 50_000])('a value that stands %i levels deep', async depth => {
    const nested = `${'['.repeat(depth)}"${code}"${']'.repeat(depth)}`
    for (const form of [nested, { text: JSON.parse(nested) }, { text: { text: JSON.parse(nested) } }])
      for (const request of [
        await words(result(form)),
        await words(result({ form, password: 'Xk29fjw8Lq0z' })),
      ]) {
        expect(request).toContain('Go on.')
        expect(request).not.toMatch(/tulip|Xk29fjw8Lq0z/)
      }
  })
  test('a value that contains itself', async () => {
    const value: Record<string, unknown> = { code }
    Object.assign(value, { one: value, two: value })
    const request = await words(result(value))
    expect(request).toContain('Go on.')
    expect(request).not.toContain('tulip')
  })
  test('a listed field is one of the data, not of a tool or of its schema', async () => {
    const session = createSession({
      events: [
        { author: 'user', text: 'Look up.' },
        {
          author: 'helper',
          parts: [{ kind: 'tool-call', id: 'call-1', name: 'look_up', arguments: { name: 'anna-maria' } }],
        },
        {
          author: 'tool',
          parts: [{ kind: 'tool-result', id: 'call-1', content: [{ kind: 'text', text: 'Is anna-maria.' }] }],
        },
        { author: 'user', text: 'Go on with look_up, and a string.' },
      ],
    })
    const parameters = { type: 'object', properties: { name: { type: 'string', description: 'A name.' } } }
    const tools = [{ name: 'look_up', description: 'Looks up.', parameters }]
    const protect = [redact({ fields: ['name', 'id', 'text', 'kind'] })]
    const request = await words(session, { tools }, { protect })
    expect(request).not.toContain('anna-maria')
    expect(request).toContain('Go on with look_up, and a string.')
    expect(request).toContain('"name":{"type":"string","description":"A name."}')
    expect(request).toContain('"call-1"')
  })
  test('a detector of a class is called as its method', async () => {
    class Plants {
      id = 'plant'
      version = '1'
      word = 'rose-bush'
      find(text: string) {
        const at = text.indexOf(this.word)
        return at < 0 ? [] : [{ start: at, end: at + this.word.length, kind: 'x' }]
      }
    }
    const session = createSession({ events: [{ author: 'user', text: 'The rose-bush.' }] })
    const protect = [redact({ detectors: [new Plants()] })]
    expect(await words(session, {}, { protect })).toContain('The [secret:plant:1].')
  })
  test('a detector that fails on an instruction withholds it', async () => {
    const find = (text: string) => {
      if (text.includes('rose')) throw new Error('no')
      return []
    }
    const session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
    const agent = { name: 'helper', instruction: 'Water the rose.' }
    const { ok, request } = await compile(agent, session, {
      ...options,
      protect: [redact({ detectors: [{ id: 'x', version: '1', find }] })],
    } as never)
    expect([ok, request]).toEqual([false, null])
  })
  test('a short value of an instruction is replaced at its place', async () => {
    const session = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
    const instruction = 'The pin cat-7 and a category-7.'
    const request = await words(session, { instruction }, { protect: [redact({ patterns: [/\bcat-7\b/] })] })
    expect(request).toContain('The pin [secret:pattern:d1] and a category-7.')
  })
  test('a value in the name of a tool or of a tag is replaced', async () => {
    const session = createSession({
      events: [
        {
          author: 'user',
          parts: [
            { kind: 'text', text: `Look at ${code}.`, tag: { name: 'note', attributes: { by: code } } },
          ] as never,
        },
        { author: 'helper', parts: [{ kind: 'tool-call', id: 'c1', name: `see_${code}`, arguments: {} }] },
        {
          author: 'tool',
          parts: [
            { kind: 'tool-result', id: 'c1', name: `see_${code}`, content: [{ kind: 'text', text: 'x' }] },
          ],
        },
        { author: 'user', text: 'Go on.' },
      ],
    })
    for (const model of ['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash']) {
      const request = await words(session, {}, { model })
      expect(request).toContain('Go on.')
      expect(request).not.toContain('tulip')
    }
  })
})
