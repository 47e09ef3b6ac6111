// Places that hold a value which no model, handler or page may see; each was found by the law in `test/laws/secrets`.
import { describe, expect, test } from 'vitest'
import { renderHtml } from '../../src/cli/explain/render-html.ts'
import { findSecrets, redact } from '../../src/core/protect/index.ts'
import { explain } from '../../src/explain.ts'
import { agent, C, compile, createCompiler, createSession, type EventInput } from '../../src/index.ts'
import { distill, rememberAnswer } from '../../src/remember.ts'

const code = 'tulip-481516234'
const codes = redact({ patterns: [/tulip-\d+/] })
const asked: EventInput = { author: 'user', text: `The code is ${code}.` }
const options = { model: 'gpt-5.4', budget: 20_000 } as const
const helper = (more: object = {}) => agent({ name: 'helper', protect: [codes], ...more } as never)
const session = (...events: readonly EventInput[]) => createSession({ events: [asked, ...events] })

test('an author whose name is a value is shown by a placeholder', async () => {
  const { request } = await compile(helper(), session({ author: code, text: 'I agree.' }, asked), options)
  expect(JSON.stringify(request)).not.toContain(code)
  expect(JSON.stringify(request)).toContain('from=\\"[secret:pattern:1]\\"')
})

test('a stop sequence holds no value', async () => {
  const declared = helper({ generateConfig: { stopSequences: [code, 'END'] } })
  const { request } = await compile(declared, session(), { ...options, model: 'claude-sonnet-5' })
  expect(JSON.stringify(request)).toContain('"stop_sequences":["[secret:pattern:d1]","END"]')
})

test('a file whose address holds a value is withheld', async () => {
  const source = { type: 'url', url: `https://example.org/${code}.png` } as const
  const file: EventInput = { author: 'user', parts: [{ kind: 'file', mediaType: 'image/png', source }] }
  const { request } = await compile(helper(), session(file), options)
  expect(JSON.stringify(request)).toContain('[a file was withheld: it holds a protected value]')
  expect(JSON.stringify(request)).not.toContain('481516234')
})

test('the task of a summary holds no value', async () => {
  const tasks: unknown[] = []
  const context = [
    C.all().summarize({ segment: 3, olderThan: 1, prompt: `Keep ${code}.`, schema: { const: code } }),
  ]
  const turns = [1, 2, 3, 4].flatMap((turn): EventInput[] => [
    { author: 'helper', text: `Answer ${turn}.` },
    { author: 'user', text: `Question ${turn}.` },
  ])
  const summarize = { id: 's', run: async (input: unknown) => void tasks.push(input) as never }
  const result = await compile(helper({ context }), session(...turns), { ...options, effects: { summarize } })
  tasks.push(...result.wants)
  expect(tasks.length).toBeGreaterThan(0)
  expect(JSON.stringify(tasks)).not.toContain(code)
})

test('the task of what is remembered holds no value', async () => {
  const inputs: unknown[] = []
  const extract = { id: 'x', run: async (input: unknown) => ({ facts: [inputs.push(input)] }) }
  const declared = helper({ remember: [distill({ key: 'facts', prompt: `List all but ${code}.` })] })
  await rememberAnswer(declared, session({ author: 'helper', text: 'Yes.' }), {
    effects: { extract } as never,
  })
  expect(JSON.stringify(inputs)).toContain('List all but [secret:pattern:d1].')
})

test('a store of memories is asked without values', async () => {
  const queries: string[] = []
  const memory = {
    id: 'm',
    search: async (_: unknown, { text }: { readonly text: string }) => {
      queries.push(text)
      return []
    },
  } as never
  const declared = helper({ context: [C.all(), C.memory({ query: `Notes about ${code}` })] })
  await compile(declared, session(), { ...options, memory, owner: { app: 'a', user: 'u' } })
  expect(queries).toEqual(['Notes about [secret:pattern:d1]'])
})

test.each([
  ['a connection string', 'postgres://app:Zx8kQ2vLw7Tr@db.example.org/main'],
  ['a URL', 'https://ben:Zx8kQ2vLw7Tr@example.org/a'],
  ['an option of a command', 'curl -u admin:Zx8kQ2vLw7Tr https://example.org'],
])('the password of %s is secret by itself', async (_, text) => {
  const declared = agent({ name: 'helper', protect: [redact()] })
  const events: EventInput[] = [
    { author: 'user', text: `Use ${text} here.` },
    { author: 'user', text: 'Is Zx8kQ2vLw7Tr right?' },
  ]
  const { request } = await compile(declared, createSession({ events }), options)
  expect(JSON.stringify(request)).toContain('Is [secret:password:')
  expect(JSON.stringify(request)).not.toContain('Zx8kQ2vLw7Tr')
})

test('an explanation and its page show what the model may see', async () => {
  const declared = helper({ context: [C.last(1)] })
  const program = { agent: declared, session: session({ author: 'helper', text: `It is ${code}.` }, asked) }
  const result = await compile(program, options)
  const explanation = explain(result, program)
  expect(JSON.stringify(explanation)).not.toContain(code)
  expect(JSON.stringify(explanation)).toContain('The code is [secret:pattern:1].')
  expect(renderHtml(explanation, { result, program })).not.toContain(code)
})

test('a kept compiler writes tools again once they hold a value that was found', async () => {
  const tools = [{ name: 'open', description: `Opens ${'rose'}-77aa.`, parameters: { type: 'object' } }]
  const late = redact({ patterns: [/(?<=code is )rose-77aa/] })
  const compiler = createCompiler(agent({ name: 'helper', tools, protect: [late] }), options)
  let grown = createSession({ events: [{ author: 'user', text: 'Hello.' }] })
  await compiler.compile(grown)
  grown = grown.append({ author: 'user', text: 'The code is rose-77aa' })
  expect(JSON.stringify((await compiler.compile(grown)).request)).not.toContain('rose-77aa')
})

describe('while a detector has not answered', () => {
  const slow = { id: 'slow', version: '1', findLater: () => new Promise<never>(() => {}) }
  const waiting = redact({ patterns: [/tulip-\d+/], detectors: [slow] })
  const signal = AbortSignal.abort()

  test('finds of the others count', async () => {
    const given = session({ author: code, text: 'I agree.' }, asked)
    const declared = agent({ name: 'helper', protect: [waiting], generateConfig: { stopSequences: [code] } })
    const { wants, request, diagnostics } = await compile(declared, given, { ...options, signal })
    expect(JSON.stringify([wants, request, diagnostics])).not.toContain(code)
  })

  test('tags, extra fields, items of providers and state keep their form', async () => {
    const parts = [
      { kind: 'text', text: 'Hi', tag: { name: 'note', attributes: { by: 'Anna' } } },
      { kind: 'text', text: 'Ho', extra: { format: 'openai', fields: { note: 'Anna' } } },
      { kind: 'opaque', format: 'openai', type: 'note', payload: { type: 'note', text: 'Anna' } },
      {
        kind: 'tool-call',
        id: 'c',
        name: 'find',
        arguments: {},
        native: { format: 'openai', payload: { type: 'find_call', q: 'Anna' } },
      },
    ] as never
    const given = session(
      { author: 'helper', parts, actions: { state: { set: { who: 'Anna' }, delete: ['x'] } } },
      asked,
    )
    for (const target of ['openai', 'anthropic', 'text'] as const) {
      const declared = agent({ name: 'helper', protect: [waiting], context: [C.last(9), C.state('who')] })
      const { request, diagnostics } = await compile(declared, given, { ...options, target, signal })
      expect(JSON.stringify([request, diagnostics])).not.toContain('Anna')
    }
  })
})

test('a forged placeholder that was disarmed is found by no rule', () => {
  expect(findSecrets('forged [ secret:aws-key-id:2] and [secret:aws-key-id:2]')).toEqual([])
})

test('a key with line breaks in a memory is replaced before its lines are written', async () => {
  const lines = ['a', 'b', 'c'].map(one => `${one}Zx8kQ2vLw7Tr`.repeat(4))
  const block = [`-----${'BEGIN'} PRIVATE KEY-----`, ...lines, `-----${'END'} PRIVATE KEY-----`].join('\n')
  const value = `rose ${lines.join('\n')} bush`
  const memory = {
    id: 'm',
    search: async () => [{ id: '1', text: `Keep ${value} and ${block}`, author: 'user', score: 1 }],
  } as never
  const patterns = [/(?<=code «)[^»]+(?=»)/]
  const declared = agent({ name: 'helper', context: [C.all(), C.memory()], protect: [redact({ patterns })] })
  const given = createSession({ events: [{ author: 'user', text: `The code «${value}» opens it.` }] })
  const { request } = await compile(declared, given, { ...options, memory, owner: { app: 'a', user: 'u' } })
  expect(JSON.stringify(request)).toContain('Keep [secret:pattern:1] and [secret:private-key:d1]')
  expect(JSON.stringify(request)).not.toContain('Zx8k')
})

test.each([0, 150, 180])(
  'a diagnostic quotes no value of a failure, also one that is cut (%i)',
  async before => {
    const error = `${'x'.repeat(before)} the key ${code}-${'rose'.repeat(20)}`
    const patterns = [/tulip-\d+-[rose]+/]
    const instruction = () => {
      throw new Error(error)
    }
    const text = `The code is ${code}-${'rose'.repeat(20)}.`
    const declared = agent({ name: 'helper', instruction, protect: [redact({ patterns })] } as never)
    const given = createSession({ events: [{ author: 'user', text }] })
    const { diagnostics } = await compile(declared, given, { ...options, onProviderError: 'empty' })
    expect(JSON.stringify(diagnostics)).toContain(' the key ')
    expect(JSON.stringify(diagnostics)).not.toContain('tulip-4')
  },
)
