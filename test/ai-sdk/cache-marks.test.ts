// Messages of the AI SDK keep features that Claude's own API has a field for: cache marks, and tools that the app's own search
// found (O14).
import { compile } from 'ctxc'
import { fromAISDK } from 'ctxc/from/ai-sdk'
import { fakeProvider } from 'ctxc/testing'
import { expect, test } from 'vitest'

const mark = { type: 'ephemeral' }
const anthropic = { anthropic: { cacheControl: mark } }
const call = { toolCallId: 'c1', toolName: 'look' }
const parameters = { type: 'object', properties: {} }
const look = { inputSchema: parameters }

const talk = (result: object, value: readonly object[] = [{ type: 'text', text: 'a' }]) => [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [{ type: 'tool-call', ...call, input: {} }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', ...call, output: { type: 'content', value }, ...result }],
  },
  { role: 'user', content: 'Go on.' },
]

const claude = async (input: object) => {
  const compiled = await compile(fromAISDK(input as { messages: object[] }), {
    target: 'anthropic',
    model: 'claude-sonnet-4-5',
    cache: 'keep',
  })
  expect(fakeProvider('anthropic').violations(compiled.request)).toEqual([])
  return compiled
}

/** The blocks of a request, those inside results among them, that bear the mark. */
const marked = (value: unknown): object[] => {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(marked)
  return 'cache_control' in value ? [value, ...inside] : inside
}

const tools = { look }

test.each([
  [
    'a piece of a result',
    {
      tools,
      messages: talk({}, [
        { type: 'text', text: 'a', providerOptions: anthropic },
        { type: 'text', text: 'b' },
      ]),
    },
    { type: 'text', text: 'a' },
  ],
  [
    'a file in a result',
    {
      tools,
      messages: talk({}, [
        {
          type: 'file',
          mediaType: 'image/png',
          data: { type: 'data', data: 'iVBORw0KGgoAAAANSUhEUg==' },
          providerOptions: anthropic,
        },
      ]),
    },
    { type: 'image' },
  ],
  [
    'a result',
    { tools, messages: talk({ providerOptions: anthropic }) },
    { type: 'tool_result', content: 'a' },
  ],
  [
    'a part',
    { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.', providerOptions: anthropic }] }] },
    { type: 'text', text: 'Hi.' },
  ],
  [
    'a message, on its last part',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi.' },
            { type: 'text', text: 'Ho.' },
          ],
          providerOptions: anthropic,
        },
      ],
    },
    { type: 'text', text: 'Ho.' },
  ],
  [
    'a message of a text, under the other name',
    { messages: [{ role: 'user', content: 'Hi.', providerOptions: { anthropic: { cache_control: mark } } }] },
    { type: 'text', text: 'Hi.' },
  ],
  [
    'the instruction',
    {
      messages: [
        { role: 'system', content: 'Be kind.', providerOptions: anthropic },
        { role: 'user', content: 'Hi.' },
      ],
    },
    { type: 'text', text: 'Be kind.' },
  ],
  [
    'a tool',
    {
      tools: { look: { ...look, providerOptions: anthropic } },
      messages: [{ role: 'user', content: 'Hi.' }],
    },
    { name: 'look', input_schema: parameters },
  ],
])('a mark of %s is sent', async (_name, input, bearer) => {
  const { request, diagnostics } = await claude(input)
  expect(marked(request)).toMatchObject([{ ...bearer, cache_control: mark }])
  expect(diagnostics).toEqual([])
})

test('the mark of a part wins over that of its message, and another provider gets none', async () => {
  const hour = { anthropic: { cacheControl: { type: 'ephemeral', ttl: '1h' } } }
  const content = [{ type: 'text', text: 'Hi.', providerOptions: hour }]
  const messages = [{ role: 'user', content, providerOptions: anthropic }]
  const { request } = await claude({ messages })
  expect(marked(request)).toEqual([{ type: 'text', text: 'Hi.', cache_control: hour.anthropic.cacheControl }])
  const away = await compile(fromAISDK(messages), { target: 'openai', model: 'gpt-5.4' })
  expect(JSON.stringify(away.request)).not.toMatch(/cache_?control/i)
  expect(away.diagnostics).toEqual([])
})

test('fields next to a mark are still reported', async () => {
  const providerOptions = { anthropic: { cacheControl: mark, extra: 'words' } }
  const { diagnostics } = await claude({
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.', providerOptions }] }],
  })
  expect(diagnostics).toMatchObject([
    { code: 'CX7019', at: ['e:0.0'], data: { fields: ['providerOptions'] } },
  ])
})

test('unknown options of a tool next to known ones are still reported', async () => {
  const providerOptions = { anthropic: { allowedCallers: ['direct'], cacheControl: mark, aside: 'words' } }
  const { request, diagnostics } = await claude({
    tools: { look: { ...look, providerOptions } },
    messages: [{ role: 'user', content: 'Hi.' }],
  })
  expect(request?.tools).toMatchObject([{ allowed_callers: ['direct'], cache_control: mark }])
  expect(diagnostics).toMatchObject([
    { code: 'CX7019', at: ['d:tool:look'], data: { fields: ['providerOptions'] } },
  ])
})

test("Amazon's mark is not reported for another provider", async () => {
  const providerOptions = { bedrock: { cachePoint: { type: 'default' } } }
  const { diagnostics } = await claude({
    tools: { look: { ...look, providerOptions } },
    messages: [
      { role: 'system', content: 'Be kind.', providerOptions },
      { role: 'user', content: [{ type: 'text', text: 'Hi.', providerOptions }] },
    ],
  })
  expect(diagnostics).toEqual([])
})

const found = (toolName: string) => ({
  type: 'custom',
  providerOptions: { anthropic: { type: 'tool-reference', toolName } },
})
const weather = { ...look, providerOptions: { anthropic: { deferLoading: true } } }

test("a tool found by the app's search is loaded", async () => {
  const { request, diagnostics } = await claude({
    tools: { look, weather },
    messages: talk({}, [found('weather')]),
  })
  expect(request).toMatchObject({
    tools: [{ name: 'look' }, { name: 'weather', defer_loading: true }],
    messages: [
      {},
      {},
      { content: [{ type: 'tool_result', content: [{ type: 'tool_reference', tool_name: 'weather' }] }, {}] },
    ],
  })
  expect(diagnostics).toEqual([])
})

test('an undeclared tool found by a search is sent as text, and reported', async () => {
  const { request, diagnostics } = await claude({ tools, messages: talk({}, [found('weather')]) })
  expect(JSON.stringify(request?.messages)).toContain('weather')
  expect(JSON.stringify(request)).not.toContain('"tool_reference"')
  expect(diagnostics).toMatchObject([{ code: 'CX7008' }])
})

test('a file stored by Claude is named in a result, too', async () => {
  const file = {
    type: 'file',
    mediaType: 'application/pdf',
    data: { type: 'reference', reference: { anthropic: 'file_1' } },
  }
  const { request } = await claude({ tools, messages: talk({}, [file]) })
  expect(JSON.stringify(request)).toContain('"file_id":"file_1"')
})
