// Requests of the middleware through the real packages: the package that reads a request decides its form, not the model's
// vendor.
import { type ContextReport, contextCompiler } from 'ctxc/ai-sdk'
import { describe, expect, test } from 'vitest'
import { recorded, searched } from './packages.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const look = { type: 'function', name: 'look', inputSchema: { type: 'object', properties: {} } }
const says = (text: string, providerOptions?: object): object => ({
  role: 'user',
  content: [{ type: 'text', text, ...(providerOptions && { providerOptions }) }],
})
const called = (...content: readonly object[]): object[] => [
  {
    role: 'assistant',
    content: [...content, { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} }],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { type: 'text', value: 'RESULT' } },
    ],
  },
]

interface Seen {
  readonly body: string
  readonly report: ContextReport
  readonly codes: readonly string[]
}

/** Sends prompts through one middleware, one after the other; returns the last body and its report. */
async function sent(
  name: string,
  prompts: readonly (readonly object[])[],
  options: Parameters<typeof contextCompiler>[0] = {},
  params: object = {},
): Promise<Seen> {
  const { body } = recorded(name)
  let report: ContextReport | undefined
  const middleware = contextCompiler({
    budget: 64_000,
    ...options,
    onCompiled: (_, made) => {
      report = made
    },
  })
  let last = ''
  for (const prompt of prompts) last = await body({ prompt, tools: [look], ...params }, middleware as never)
  if (report === undefined) throw new Error('nothing was compiled')
  return { body: last, report, codes: report.diagnostics.map(({ code }) => code) }
}

const long = 'A long text that fills the cache. '.repeat(400)
const marksIn = (body: string): number =>
  (body.match(/"cache_control":|"cachePoint":|"cacheControl":|"prompt_cache_breakpoint":/g) ?? []).length

describe('cache marks', () => {
  const first = [{ role: 'system', content: 'Be kind.' }, says(long)]
  const chat = [
    first,
    [...first, { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }, says('Go on.')],
  ]

  test.each(['anthropic', 'bedrock', 'bedrock/anthropic', 'vertex/anthropic', 'gateway', 'openrouter'])(
    'marks are on the wire of %s by default, and the forecast reads what they wrote',
    async name => {
      const { body, report } = await sent(name, chat)
      expect(marksIn(body)).toBeGreaterThan(0)
      expect(report.cache.read).toBeGreaterThan(1_000)
    },
  )

  test.each([
    ['bedrock', { bedrock: { cachePoint: { type: 'default' } } }],
    ['bedrock', { amazonBedrock: { cachePoint: { type: 'default' } } }],
    ['openrouter', { openrouter: { cacheControl: { type: 'ephemeral' } } }],
    ['openrouter', { anthropic: { cacheControl: { type: 'ephemeral' } } }],
    ['anthropic', { anthropic: { cacheControl: { type: 'ephemeral' } } }],
  ])("the app's own marks stay where %s reads them: %j", async (name, options) => {
    const { body } = await sent(name, [[says(long, options), ...called(), says('Go on.')]])
    expect(marksIn(body)).toBe(1)
    const message = { ...says(long), providerOptions: options }
    expect(marksIn((await sent(name, [[message, ...called(), says('Go on.')]])).body)).toBe(1)
  })

  test.each(['bedrock nova', 'bedrock', 'openrouter'])(
    'marks are not removed from %s by the option',
    async name => {
      const options =
        name === 'openrouter'
          ? { openrouter: { cacheControl: { type: 'ephemeral' } } }
          : { bedrock: { cachePoint: { type: 'default' } } }
      const { body } = await sent(name, [[says(long, options)]], { cache: 'mark' })
      expect(marksIn(body)).toBeGreaterThan(0)
    },
  )

  test('marks of another package make no forecast', async () => {
    const options = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const one = [says(long, options)]
    const two = [
      ...one,
      { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] },
      says('Go on.', options),
    ]
    const { body, report } = await sent('bedrock', [one, two], { cache: 'keep' })
    expect(marksIn(body)).toBe(0)
    expect(report.cache).toMatchObject({ read: 0, written: 0 })
  })

  test('marks of GPT have the name that the package for Azure reads', async () => {
    const { body } = await sent('azure responses', [[says(long)]], { cache: 'mark' })
    expect(marksIn(body)).toBe(1)
  })

  test('a changed prefix loses nothing of a cache that holds nothing', async () => {
    const other = [{ role: 'system', content: 'Be brief.' }, ...(chat[1] as object[]).slice(1)]
    const { report } = await sent('anthropic', [chat[0] as object[], other], { cache: 'keep' })
    const [changed] = report.diagnostics.filter(({ code }) => code === 'CX5001')
    expect(changed?.message).toContain('the cache loses nothing')
  })
})

describe('signed thinking', () => {
  const thought = (providerOptions: object): object => ({ type: 'reasoning', text: 'THINK', providerOptions })
  const loop = (options: object): object[] => [says('Go'), ...called(thought(options))]
  const seal = { signature: 'U0VBTA==' }
  const budgets: Readonly<Record<string, object>> = {
    anthropic: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
    bedrock: { bedrock: { reasoningConfig: { type: 'enabled', budgetTokens: 2000 } } },
  }

  test.each([
    ['anthropic', { bedrock: seal }],
    ['anthropic', { amazonBedrock: seal }],
    ['anthropic', { anthropic: seal }],
    ['vertex/anthropic', { bedrock: seal }],
    ['bedrock', { anthropic: seal }],
    ['bedrock', { bedrock: seal }],
  ])('thinking of Claude is on the wire of %s, whichever package kept it: %j', async (name, options) => {
    const providerOptions = budgets[name === 'bedrock' ? 'bedrock' : 'anthropic']
    const { body, codes } = await sent(name, [loop(options)], {}, { providerOptions })
    expect(body).toContain('U0VBTA==')
    expect(body).toMatch(/"budget_tokens":2000/)
    expect(codes).not.toContain('CX7007')
  })

  test.each(['anthropic', 'bedrock'])(
    'thinking that %s cannot read is dropped, and thinking is off until the loop ends',
    async name => {
      const { body, codes } = await sent(
        name,
        [loop({ other: seal })],
        {},
        { providerOptions: budgets[name] },
      )
      expect(body).not.toContain('THINK')
      expect(body).not.toContain('budget_tokens')
      expect(codes).toEqual(expect.arrayContaining(['CX7007', 'CX7012']))
    },
  )

  test.each([
    ['openrouter', {}],
    ['openrouter', { anthropic: seal }],
    ['azure responses', { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'U0VBTA==' } }],
    ['openai responses', { azure: { itemId: 'rs_1', reasoningEncryptedContent: 'U0VBTA==' } }],
    ['xai', {}],
    ['cohere', {}],
    ['openai chat', {}],
  ])('reasoning that %s drops is reported: %j', async (name, options) => {
    const { body, codes } = await sent(name, [loop(options)])
    expect(body).not.toContain('THINK')
    expect(codes).toContain('CX7007')
  })

  test('reasoning of OpenRouter may be sealed by another part of its answer', async () => {
    const details = [
      {
        type: 'reasoning.text',
        text: 'THINK',
        signature: 'U0VBTA==',
        format: 'anthropic-claude-v1',
        index: 0,
      },
    ]
    const [answer, tool] = called({ type: 'reasoning', text: 'THINK' }) as [{ content: object[] }, object]
    const content = answer.content.map((part, place) =>
      place === 1 ? { ...part, providerOptions: { openrouter: { reasoning_details: details } } } : part,
    )
    const { body, codes } = await sent('openrouter', [[says('Go'), { role: 'assistant', content }, tool]])
    expect(body).toContain('"reasoning":"THINK"')
    expect(codes).not.toContain('CX7007')
  })
})

describe("calls of a provider's own tools", () => {
  const search = searched('Ada won', 'OPAQUE', 'FOUND')
  const prompt = [says('Who won?'), { role: 'assistant', content: search }, says('When?')]

  test.each([
    'groq',
    'deepseek',
    'compatible',
    'mistral',
    'cohere',
    'xai',
    'bedrock',
    'openrouter',
    'google',
    'openai chat',
  ])('own calls are text for %s, with their results and without sealed fields', async name => {
    const { body, codes } = await sent(name, [prompt])
    expect(body).not.toMatch(/"tool_calls"|"toolUse"|"functionCall"|OPAQUE/)
    expect(body).toContain('QUERY')
    expect(body).toContain('Ada won')
    expect(body).not.toMatch(/\}FOUND|\}\{/)
    expect(codes).toContain('CX7008')
  })

  test.each(['anthropic', 'bedrock/anthropic', 'vertex/anthropic'])(
    'own calls stay calls for %s',
    async name => {
      const { body, codes } = await sent(name, [prompt])
      expect(body).toContain('"server_tool_use"')
      expect(body).toContain('OPAQUE')
      expect(codes).not.toContain('CX7008')
    },
  )
})

test('the text of an answer with calls is a message of its own for Cohere', async () => {
  const { body } = await sent('cohere', [
    [says('Go'), ...called({ type: 'text', text: 'I look at ORDER-77.' })],
  ])
  const { messages } = JSON.parse(body) as {
    messages: { role: string; content?: unknown; tool_calls?: unknown }[]
  }
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'assistant', 'tool'])
  expect(messages[1]).toMatchObject({ content: 'I look at ORDER-77.' })
  expect(messages[2]).toHaveProperty('tool_calls')
})

test('system text after other messages is fenced for Bedrock, whose package throws for it', async () => {
  const late = [says('Go'), { role: 'system', content: 'Be brief.' }, says('On')]
  const { body, codes } = await sent('bedrock', [late], {
    model: 'amazon-bedrock/us.anthropic.claude-opus-5-5-v1:0',
  })
  expect(body).toContain('Be brief.')
  expect(codes).toContain('CX7006')
})

test('a file that the provider stored stays a file in an answer', async () => {
  const file = {
    type: 'file',
    mediaType: 'image/png',
    data: { type: 'reference', reference: { google: 'files/F1' } },
  }
  const { body, codes } = await sent('google', [
    [says('Draw.'), { role: 'assistant', content: [file] }, says('Bluer.')],
  ])
  expect(body).toContain('"fileUri":"files/F1"')
  expect(codes).not.toContain('CX7015')
  const elsewhere = await sent('vertex', [
    [says('Draw.'), { role: 'assistant', content: [file] }, says('Bluer.')],
  ])
  expect(elsewhere.codes).toContain('CX7015')
})
