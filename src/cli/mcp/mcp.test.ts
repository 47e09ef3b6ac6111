// `ctxc mcp`, driven by the official client over standard input and output.
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test } from 'vitest'

const main = join(import.meta.dirname, '../bin.ts')
const client = new Client({ name: 'test', version: '1.0.0' })
let root = ''
let outside = ''

const conversation = { messages: [{ role: 'user', content: 'What is the weather in Paris?' }] }

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ctxc-mcp-'))
  root = join(folder, 'root')
  outside = join(folder, 'secret.json')
  await mkdir(join(root, 'sub'), { recursive: true })
  await writeFile(outside, JSON.stringify({ messages: [{ role: 'user', content: 'the secret' }] }))
  await writeFile(join(root, 'chat.json'), JSON.stringify(conversation))
  const later = { messages: [...conversation.messages, { role: 'user', content: 'And in Rome?' }] }
  await writeFile(join(root, 'sub/later.json'), JSON.stringify(later))
  await writeFile(join(root, 'app.ts'), 'globalThis.ran = true; export default 1')
  await writeFile(join(root, '--session'), JSON.stringify(conversation))
  await writeFile(
    join(root, 'program.json'),
    JSON.stringify({ name: 'bot', model: 'gpt-5.4', instruction: 'Help {city}.' }),
  )
  await symlink(outside, join(root, 'link.json'))
  await symlink('/dev/zero', join(root, 'zero.json'))
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--root', root],
      stderr: 'pipe',
    }),
  )
}, 30_000)

afterAll(() => client.close())

async function call(name: string, given: object): Promise<{ text: string; isError: boolean }> {
  const { content, isError } = await client.callTool({ name, arguments: given as Record<string, unknown> })
  return { text: (content as { text: string }[]).map(({ text }) => text).join(''), isError: isError === true }
}

test('the commands are tools, and say that they change nothing', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['compile', 'explain', 'check', 'diff', 'count'])
  for (const { annotations, description } of tools) {
    expect(annotations?.readOnlyHint).toBe(true)
    expect(description).toBeTruthy()
  }
})

test('each tool does what its command does', async () => {
  const compiled = await call('compile', { file: 'chat.json', model: 'gpt-5.4', format: 'json' })
  expect(JSON.parse(compiled.text)).toMatchObject({ ok: true, request: { model: 'gpt-5.4' } })
  expect((await call('explain', { subject: 'chat.json', model: 'gpt-5.4' })).text).toContain(
    'What is the weather',
  )
  expect((await call('explain', { subject: 'CX3001' })).text).toContain('CX3001')
  expect((await call('check', { file: 'program.json' })).text).toContain('city')
  expect(
    (await call('diff', { earlier: 'chat.json', later: 'sub/later.json', model: 'gpt-5.4' })).isError,
  ).toBe(false)
  expect((await call('count', { text: 'What is the weather in Paris?' })).text).toBe('7 tokens')
  expect((await call('count', { text: 'Hello there', tokenizer: 'gemini' })).text).toMatch(
    /^about \d+ tokens, at most \d+$/,
  )
  expect((await call('compile', { file: join(root, 'chat.json'), model: 'gpt-5.4' })).isError).toBe(false)
})

test('nothing outside the folder is read, and no module is loaded', async () => {
  const escapes = [
    ...[
      outside,
      '../secret.json',
      'sub/../../secret.json',
      'link.json',
      '/etc/passwd',
      '/dev/stdin',
      'zero.json',
    ],
    ...[`file://${outside}`, 'missing.json', '-', '', '..', root.slice(0, -5)],
  ]
  for (const file of escapes) {
    const { text, isError } = await call('compile', { file, model: 'gpt-5.4' })
    expect(isError, file).toBe(true)
    expect(text, file).not.toMatch(/the secret|root:/)
  }
  for (const file of ['app.ts', join(root, 'app.ts')])
    for (const [tool, key] of [
      ['compile', 'file'],
      ['check', 'file'],
      ['explain', 'subject'],
    ] as const) {
      const { text, isError } = await call(tool, { [key]: file })
      expect(isError).toBe(true)
      expect(text).toMatch(/modules are not loaded|module/)
    }
  expect((await call('check', { file: '../*.json' })).text).not.toContain('secret.json:')
  expect((await call('compile', { file: 'chat.json', session: outside, model: 'gpt-5.4' })).isError).toBe(
    true,
  )
})

test('values are values, and never options or junk that ends the server', async () => {
  const injected = await call('compile', { file: 'chat.json', model: '--allow-import', agent: '--help' })
  expect(injected.text).not.toContain('Usage:')
  expect((await call('compile', { file: '--help' })).isError).toBe(true)
  for (const given of [
    {},
    { file: 5 },
    { file: null },
    { file: ['a'] },
    { file: 'chat.json', budget: { a: 1 } },
    { file: 'a\0b' },
  ])
    expect((await call('compile', given)).isError).toBe(true)
  expect((await call('nothing', {})).isError).toBe(true)
  expect((await call('count', { text: 5 })).isError).toBe(true)
  expect((await call('count', { text: 'still there' })).text).toBe('2 tokens')
})
