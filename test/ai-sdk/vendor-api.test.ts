// Data of a vendor that the AI SDK keeps in messages reaches the vendor's own API in the form that the AI SDK's own converter
// sends (O11).
import { jsonSchema } from 'ai'
import { compile } from 'ctxc'
import { fromAISDK, fromGemini } from 'ctxc/from'
import { fakeProvider } from 'ctxc/testing'
import { describe, expect, test } from 'vitest'
import { bodyOf } from './providers.ts'

// Warnings of the SDK are not under test.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const user = (...content: readonly object[]): object => ({ role: 'user', content })
const answer = (...content: readonly object[]): object => ({ role: 'assistant', content })
const text = (words: string, providerOptions?: object): object => ({
  type: 'text',
  text: words,
  ...(providerOptions && { providerOptions }),
})
const ran = (toolCallId: string, toolName: string, input: object, more: object = {}): object => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
  providerExecuted: true,
  ...more,
})
const gave = (toolCallId: string, toolName: string, value: unknown, more: object = {}): object => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: 'json', value },
  ...more,
})
const failed = (toolCallId: string, toolName: string, value: unknown): object => ({
  ...gave(toolCallId, toolName, value),
  output: { type: 'error-json', value },
})
const tool = (id: string, args: object = {}): object => ({ type: 'provider', id, args })

/** A tool of the app that Claude's search for tools can find. */
const deferred = {
  inputSchema: jsonSchema({ type: 'object', properties: {} }),
  providerOptions: { anthropic: { deferLoading: true } },
}

const models = {
  anthropic: 'claude-sonnet-4-5',
  openai: 'gpt-5.4',
  'openai-chat': 'gpt-5.4',
  gemini: 'gemini-3-pro-preview',
} as const
type API = keyof typeof models

const codes = (given: readonly { readonly code: string }[]): string[] => given.map(({ code }) => code)

/** Returns the compiled request for an API, and the body that the AI SDK's provider sends. */
async function both(api: API, content: readonly object[], tools: Record<string, object> = {}) {
  const messages = [user(text('Hi')), answer(...content), user(text('And now?'))]
  const model = models[api]
  const compiled = await compile(fromAISDK({ messages, tools }, { model }), { target: api, model })
  expect(fakeProvider(api).violations(compiled.request as object)).toEqual([])
  return { compiled, sent: await bodyOf(api, model, messages, tools) }
}

/** The blocks of the answer of a request or of a body. */
const blocksOf = (request: unknown): readonly object[] => {
  const { messages, contents, input } = request as Record<string, readonly Record<string, never>[]>
  if (input) return input.slice(1, -1)
  const said = (messages ?? contents ?? []).find(({ role }) => role !== 'user')
  return (said?.content ?? said?.parts ?? []) as readonly object[]
}

/** Returns a value in its sent form, as JSON. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe("work of Claude's server", () => {
  const search = {
    web_search: tool('anthropic.web_search_20250305', { maxUses: 3, allowedDomains: ['x.no'] }),
  }
  const found = {
    type: 'web_search_result',
    url: 'https://x.no',
    title: 'Ferries',
    pageAge: '2 days',
    encryptedContent: 'AAAA',
  }
  const code = { code_execution: tool('anthropic.code_execution_20250825') }
  const fetched = {
    type: 'web_fetch_result',
    url: 'https://x.no/a.pdf',
    retrievedAt: '2026-01-01',
    content: {
      type: 'document',
      title: 'A',
      source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERi0xLjcK' },
    },
  }
  const caller = { anthropic: { caller: { type: 'code_execution_20250825', toolId: 'srvtoolu_0' } } }

  test.each<[string, Record<string, object>, object[]]>([
    [
      'a search',
      search,
      [ran('srvtoolu_1', 'web_search', { query: 'ferries' }), gave('srvtoolu_1', 'web_search', [found])],
    ],
    [
      'a search under a name of its own',
      { look: search.web_search },
      [ran('srvtoolu_1', 'look', { query: 'ferries' }), gave('srvtoolu_1', 'look', [found])],
    ],
    [
      'a search that failed',
      search,
      [
        ran('srvtoolu_1', 'web_search', { query: 'ferries' }),
        failed('srvtoolu_1', 'web_search', {
          type: 'web_search_tool_result_error',
          errorCode: 'max_uses_exceeded',
        }),
      ],
    ],
    [
      'a page',
      { web_fetch: tool('anthropic.web_fetch_20250910') },
      [
        ran('srvtoolu_1', 'web_fetch', { url: 'https://x.no/a.pdf' }),
        gave('srvtoolu_1', 'web_fetch', fetched),
      ],
    ],
    [
      'code',
      code,
      [
        ran('srvtoolu_1', 'code_execution', { type: 'programmatic-tool-call', code: 'print(1)' }),
        gave('srvtoolu_1', 'code_execution', {
          type: 'code_execution_result',
          stdout: '1',
          stderr: '',
          return_code: 0,
          content: [],
        }),
      ],
    ],
    [
      'a shell',
      code,
      [
        ran('srvtoolu_1', 'code_execution', { type: 'bash_code_execution', command: 'ls' }),
        gave('srvtoolu_1', 'code_execution', {
          type: 'bash_code_execution_result',
          stdout: 'a',
          stderr: '',
          return_code: 0,
          content: [],
        }),
      ],
    ],
    [
      'an editor',
      code,
      [
        ran('srvtoolu_1', 'code_execution', {
          type: 'text_editor_code_execution',
          command: 'view',
          path: 'a',
        }),
        gave('srvtoolu_1', 'code_execution', {
          type: 'text_editor_code_execution_view_result',
          content: 'a',
          file_type: 'text',
          num_lines: 1,
          start_line: 1,
          total_lines: 1,
        }),
      ],
    ],
    [
      'code that failed',
      code,
      [
        ran('srvtoolu_1', 'code_execution', { type: 'programmatic-tool-call', code: 'x' }),
        failed('srvtoolu_1', 'code_execution', {
          type: 'code_execution_tool_result_error',
          errorCode: 'unavailable',
        }),
      ],
    ],
    [
      'a search for tools',
      { find: tool('anthropic.tool_search_regex_20251119'), a: deferred },
      [
        ran('srvtoolu_1', 'find', { pattern: 'a' }),
        gave('srvtoolu_1', 'find', [{ type: 'tool_reference', toolName: 'a' }]),
      ],
    ],
    [
      'advice',
      { advisor: tool('anthropic.advisor_20260301', { model: 'claude-opus-4-8', maxUses: 2 }) },
      [
        ran('srvtoolu_1', 'advisor', {}),
        gave('srvtoolu_1', 'advisor', { type: 'advisor_result', text: 'Do.' }),
      ],
    ],
    [
      'a search that code made',
      { ...search, ...code },
      [
        ran('srvtoolu_0', 'code_execution', { type: 'programmatic-tool-call', code: 'search()' }),
        ran('srvtoolu_1', 'web_search', { query: 'ferries' }, { providerOptions: caller }),
        gave('srvtoolu_1', 'web_search', [found], { providerOptions: caller }),
        gave('srvtoolu_0', 'code_execution', {
          type: 'code_execution_result',
          stdout: '1',
          stderr: '',
          return_code: 0,
          content: [],
        }),
      ],
    ],
  ])('is sent back: %s', async (_name, tools, content) => {
    const { compiled, sent } = await both('anthropic', [...content, text('So.')], tools)
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(wire((compiled.request as { tools: object }).tools)).toEqual(sent.tools)
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  test('is sent back with citations of its text', async () => {
    const citations = [
      {
        type: 'web_search_result_location',
        cited_text: 'Two',
        url: 'https://x.no',
        title: 'Ferries',
        encrypted_index: 'AAAA',
      },
    ]
    const { compiled, sent } = await both('anthropic', [text('Two.', { anthropic: { citations } })])
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  test('is sent back as a compaction', async () => {
    const { compiled, sent } = await both('anthropic', [
      text('Summary.', { anthropic: { type: 'compaction' } }),
      text('So.'),
    ])
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
  })

  test('is sent as text if its tool is not declared, which is reported', async () => {
    const content = [
      ran('srvtoolu_1', 'web_search', { query: 'ferries' }),
      gave('srvtoolu_1', 'web_search', [found]),
    ]
    const { compiled } = await both('anthropic', content)
    expect(JSON.stringify(compiled.request)).toContain('ferries')
    expect(JSON.stringify(compiled.request)).not.toContain('AAAA')
    expect(codes(compiled.diagnostics)).toEqual(['CX7008', 'CX7008'])
  })
})

describe("work of OpenAI's server", () => {
  const openai = (itemId: string): object => ({ providerOptions: { openai: { itemId } } })

  test('is sent as the converter sends it if nothing is stored', async () => {
    const action = { type: 'search', query: 'ferries' }
    const content = [
      ran('ws_1', 'web_search', {}),
      gave('ws_1', 'web_search', { action, sources: [{ type: 'url', url: 'https://x.no' }] }),
      text('Two.'),
    ]
    const tools = {
      web_search: tool('openai.web_search', {
        searchContextSize: 'low',
        filters: { allowedDomains: ['x.no'] },
      }),
    }
    const { compiled, sent } = await both('openai', content, tools)
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(wire((compiled.request as { tools: object }).tools)).toEqual(sent.tools)
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  test.each<[string, Record<string, object>, object[], object[]]>([
    [
      'a page that was opened',
      {},
      [
        ran('ws_1', 'web_search', {}),
        gave('ws_1', 'web_search', { action: { type: 'openPage', url: 'https://x.no' } }),
      ],
      [
        {
          type: 'web_search_call',
          id: 'ws_1',
          status: 'completed',
          action: { type: 'open_page', url: 'https://x.no' },
        },
      ],
    ],
    [
      'files that were found',
      { file_search: tool('openai.file_search', { vectorStoreIds: ['vs_1'], ranking: { ranker: 'auto' } }) },
      [
        ran('fs_1', 'file_search', {}),
        gave('fs_1', 'file_search', {
          queries: ['a'],
          results: [{ attributes: {}, fileId: 'file-1', filename: 'a.txt', score: 0.5, text: 'words' }],
        }),
      ],
      [
        {
          type: 'file_search_call',
          id: 'fs_1',
          status: 'completed',
          queries: ['a'],
          results: [{ attributes: {}, file_id: 'file-1', filename: 'a.txt', score: 0.5, text: 'words' }],
        },
      ],
    ],
    [
      'code',
      { code_interpreter: tool('openai.code_interpreter') },
      [
        ran('ci_1', 'code_interpreter', { code: 'print(1)', containerId: 'cntr_1' }),
        gave('ci_1', 'code_interpreter', { outputs: [{ type: 'logs', logs: '1' }] }),
      ],
      [
        {
          type: 'code_interpreter_call',
          id: 'ci_1',
          code: 'print(1)',
          container_id: 'cntr_1',
          outputs: [{ type: 'logs', logs: '1' }],
          status: 'completed',
        },
      ],
    ],
    [
      'a picture',
      { image_generation: tool('openai.image_generation', { outputFormat: 'png' }) },
      [ran('ig_1', 'image_generation', {}), gave('ig_1', 'image_generation', { result: 'iVBORw0KGgo=' })],
      [{ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'iVBORw0KGgo=' }],
    ],
    [
      'a call of an MCP server',
      {
        mcp: tool('openai.mcp', {
          serverLabel: 'ferries',
          serverUrl: 'https://x.no',
          headers: { 'X-Key': 'a' },
        }),
      },
      [
        ran('mcp_1', 'mcp.book', { n: 1 }),
        gave(
          'mcp_1',
          'mcp.book',
          { type: 'call', serverLabel: 'ferries', name: 'book', arguments: '{"n":1}', output: 'ok' },
          openai('mcp_1'),
        ),
      ],
      [
        {
          type: 'mcp_call',
          id: 'mcp_1',
          server_label: 'ferries',
          name: 'book',
          arguments: '{"n":1}',
          output: 'ok',
        },
      ],
    ],
    [
      'a program',
      { run: tool('openai.programmatic_tool_calling') },
      [
        ran('call_p', 'run', { code: 'book()', fingerprint: 'AAAA' }, openai('p_1')),
        gave('call_p', 'run', { result: '1', status: 'completed' }, openai('po_1')),
      ],
      [
        { type: 'program', id: 'p_1', call_id: 'call_p', code: 'book()', fingerprint: 'AAAA' },
        { type: 'program_output', id: 'po_1', call_id: 'call_p', result: '1', status: 'completed' },
      ],
    ],
    [
      'a search for tools',
      { tool_search: tool('openai.tool_search') },
      [
        ran('tsc_1', 'tool_search', { arguments: { q: 'a' }, call_id: null }, openai('tsc_1')),
        gave('tsc_1', 'tool_search', { tools: [] }, openai('tso_1')),
      ],
      [
        {
          type: 'tool_search_call',
          id: 'tsc_1',
          execution: 'server',
          call_id: null,
          status: 'completed',
          arguments: { q: 'a' },
        },
        {
          type: 'tool_search_output',
          id: 'tso_1',
          execution: 'server',
          call_id: null,
          status: 'completed',
          tools: [],
        },
      ],
    ],
    [
      'a compaction',
      {},
      [
        {
          type: 'custom',
          kind: 'openai.compaction',
          providerOptions: { openai: { itemId: 'cmp_1', encryptedContent: 'AAAA' } },
        },
      ],
      [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' }],
    ],
  ])('is sent back: %s', async (_name, tools, content, items) => {
    const { compiled, sent } = await both('openai', [...content, text('So.')], tools)
    expect(wire(blocksOf(compiled.request))).toEqual([...items, { role: 'assistant', content: 'So.' }])
    if (Object.keys(tools).length > 0)
      expect(wire((compiled.request as { tools: object }).tools)).toEqual(sent.tools)
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  const annotations = [
    { type: 'url_citation', url: 'https://x.no', title: 'Ferries', start_index: 0, end_index: 3 },
  ]
  const cited = text('Two.', { openai: { itemId: 'msg_1', phase: 'final_answer', annotations } })

  test('is sent back with sources of its text, after the thought that they belong to', async () => {
    const thought = {
      type: 'reasoning',
      text: 'Hm.',
      providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'AAAA' } },
    }
    const { compiled } = await both('openai', [thought, cited])
    expect(blocksOf(compiled.request)[1]).toEqual({
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      phase: 'final_answer',
      content: [{ type: 'output_text', text: 'Two.', annotations }],
    })
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  test('loses the sources of a message without an id, which is reported', async () => {
    const { compiled, sent } = await both('openai', [cited])
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(codes(compiled.diagnostics)).toEqual(['CX7019'])
  })

  test('has no form in Chat Completions, which is reported', async () => {
    const content = [
      ran('ws_1', 'web_search', {}),
      gave('ws_1', 'web_search', { action: { type: 'search', query: 'ferries' } }),
    ]
    const { compiled } = await both('openai-chat', [...content, text('Two.')])
    expect(JSON.stringify(compiled.request)).toContain('ferries')
    expect(codes(compiled.diagnostics)).toEqual(['CX7008', 'CX7008'])
  })
})

describe("work of Google's server", () => {
  const google = (serverToolType: string): object => ({
    providerOptions: { google: { serverToolCallId: 's1', serverToolType, thoughtSignature: 'AAAA' } },
  })
  test.each<[string, Record<string, object>, object[]]>([
    [
      'code',
      { code_execution: tool('google.code_execution') },
      [
        ran('c1', 'code_execution', { language: 'PYTHON', code: 'print(1)' }),
        gave('c1', 'code_execution', { outcome: 'OUTCOME_OK', output: '1' }),
      ],
    ],
    [
      'a search',
      { google_search: tool('google.google_search') },
      [
        ran('s1', 'server:GOOGLE_SEARCH_WEB', { queries: ['a'] }, google('GOOGLE_SEARCH_WEB')),
        gave('s1', 'server:GOOGLE_SEARCH_WEB', { results: [] }, google('GOOGLE_SEARCH_WEB')),
      ],
    ],
  ])('is sent back: %s', async (_name, tools, content) => {
    const { compiled, sent } = await both('gemini', [...content, text('So.')], tools)
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(wire((compiled.request as { config: { tools: object } }).config.tools)).toEqual(sent.tools)
    expect(codes(compiled.diagnostics)).toEqual([])
  })
})

describe('pictures', () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB'
  const drawn = { type: 'file', mediaType: 'image/png', data: png }

  test.each([
    ['signed', { ...drawn, providerOptions: { google: { thoughtSignature: 'AAAA' } } }],
    ['unsigned', drawn],
  ])("stay files in Gemini's own answers, %s", async (_name, file) => {
    const { compiled, sent } = await both('gemini', [text('Here.'), file])
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(codes(compiled.diagnostics)).toEqual([])
  })

  const thought = { type: 'reasoning-file', mediaType: 'image/png', data: png }
  test.each([
    ['signed', { ...thought, providerOptions: { google: { thoughtSignature: 'AAAA' } } }],
    ['unsigned', thought],
  ])('are thoughts if Gemini made them while it thought, %s', async (_name, file) => {
    const { compiled, sent } = await both('gemini', [file, text('Here.')])
    expect(wire(blocksOf(compiled.request))).toEqual(blocksOf(sent))
    expect(codes(compiled.diagnostics)).toEqual([])
    const messages = [user(text('Hi')), answer(file, text('Here.')), user(text('And?'))]
    const away = await compile(fromAISDK(messages), { target: 'anthropic', model: models.anthropic })
    expect(JSON.stringify(away.request)).not.toContain(png)
    expect(codes(away.diagnostics)).toEqual(['CX7007'])
  })

  test("stay thoughts in Gemini's own form", async () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: png }, thought: true }, { text: 'Here.' }]
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts },
      { role: 'user', parts: [{ text: 'And?' }] },
    ]
    const { request, diagnostics } = await compile(fromGemini(contents as never), { model: models.gemini })
    expect(blocksOf(request)).toEqual(parts)
    expect(codes(diagnostics)).toEqual([])
  })

  test.each(['anthropic', 'openai', 'openai-chat'] as const)(
    'are reported if %s accepts none',
    async target => {
      const messages = [user(text('Hi')), answer(text('Here.'), drawn), user(text('And?'))]
      const { request, diagnostics } = await compile(fromAISDK(messages), { target, model: models[target] })
      expect(JSON.stringify(request)).not.toContain(png)
      expect(codes(diagnostics)).toEqual(['CX7015'])
    },
  )

  test.each([
    ['openai', 'low'],
    ['openai', 'original'],
    ['openai-chat', 'low'],
  ] as const)('keep their detail on %s: %s', async (target, imageDetail) => {
    const image = {
      type: 'image',
      image: `data:image/png;base64,${png}`,
      providerOptions: { openai: { imageDetail } },
    }
    const messages = [user(text('Look.'), image)]
    const model = models[target]
    const { request, diagnostics } = await compile(fromAISDK(messages), { target, model })
    const sent = await bodyOf(target, model, messages)
    expect(JSON.stringify(request)).toContain(`"detail":"${imageDetail}"`)
    expect(JSON.stringify(sent)).toContain(`"detail":"${imageDetail}"`)
    expect(codes(diagnostics)).toEqual([])
  })

  test('keep their detail in a result on Responses', async () => {
    const call = { toolCallId: 'c1', toolName: 'look' }
    const image = {
      type: 'file',
      mediaType: 'image/png',
      data: { type: 'data', data: png },
      providerOptions: { openai: { imageDetail: 'low' } },
    }
    const messages = [
      user(text('Look.')),
      answer({ type: 'tool-call', ...call, input: {} }),
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'content', value: [image] } }],
      },
    ]
    const { request } = await compile(fromAISDK(messages), { target: 'openai', model: 'gpt-5.4' })
    expect(JSON.stringify(request)).toContain('"detail":"low"')
  })

  test('lose an unknown detail on Chat Completions, which is reported', async () => {
    const image = { type: 'image', image: png, providerOptions: { openai: { imageDetail: 'original' } } }
    const { diagnostics } = await compile(fromAISDK([user(image)]), {
      target: 'openai-chat',
      model: 'gpt-5.4',
    })
    expect(codes(diagnostics)).toEqual(['CX7019'])
  })
})

describe('options next to the parts', () => {
  const call = { toolCallId: 'toolu_1', toolName: 'save' }
  const save = { save: { inputSchema: { jsonSchema: { type: 'object' } } } }

  test('keep the title, context and citations of a document for Claude', async () => {
    const document = {
      type: 'file',
      mediaType: 'application/pdf',
      data: 'JVBERi0xLjcK',
      providerOptions: { anthropic: { title: 'A', context: 'old', citations: { enabled: true } } },
    }
    const { request, diagnostics } = await compile(fromAISDK([user(document, text('?'))]), {
      target: 'anthropic',
      model: models.anthropic,
      cache: 'keep',
    })
    const sent = await bodyOf('anthropic', models.anthropic, [user(document, text('?'))])
    expect(wire(request?.messages)).toEqual(sent.messages)
    expect(codes(diagnostics)).toEqual([])
  })

  test('keep a tool to load and a cache mark on a result for Claude', async () => {
    const reference = {
      type: 'custom',
      providerOptions: { anthropic: { type: 'tool-reference', toolName: 'save' } },
    }
    const messages = [
      user(text('Hi')),
      answer({ type: 'tool-call', ...call, input: {} }),
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            ...call,
            output: { type: 'content', value: [reference] },
            providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
          },
        ],
      },
    ]
    const { request, diagnostics } = await compile(fromAISDK({ messages, tools: save }), {
      target: 'anthropic',
      model: models.anthropic,
      cache: 'keep',
    })
    expect(request?.messages[2]?.content).toEqual([
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [{ type: 'tool_reference', tool_name: 'save' }],
        cache_control: { type: 'ephemeral' },
      },
    ])
    expect(codes(diagnostics)).toEqual([])
  })

  test('keep a cache mark of the instruction', async () => {
    const providerOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } }
    const messages = [
      { role: 'system', content: 'Be kind.', providerOptions },
      user(text('Hi', providerOptions)),
    ]
    const { request, diagnostics } = await compile(fromAISDK(messages), {
      target: 'anthropic',
      model: models.anthropic,
      cache: 'keep',
    })
    const cache_control = { type: 'ephemeral' }
    expect(request).toMatchObject({
      system: [{ text: 'Be kind.', cache_control }],
      messages: [{ content: [{ text: 'Hi', cache_control }] }],
    })
    expect(codes(diagnostics)).toEqual([])
  })

  test('are reported if the API has no place for them, and not otherwise', async () => {
    const words = text('Hi', {
      openai: { imageDetail: 'low' },
      anthropic: { cacheControl: { type: 'ephemeral' } },
    })
    const { diagnostics } = await compile(fromAISDK([user(words)]), {
      target: 'anthropic',
      model: models.anthropic,
      cache: 'keep',
    })
    expect(codes(diagnostics)).toEqual(['CX7019'])
  })
})

describe('history that waits for someone', () => {
  const asked = answer(ran('d1', 'mcp.book', { n: 1 }), {
    type: 'tool-approval-request',
    approvalId: 'mcpr_1',
    toolCallId: 'd1',
  })
  const given = (approved: boolean): object => ({
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'mcpr_1', approved, providerExecuted: true }],
  })

  test.each([true, false])(
    "an approval of an MCP server's tool, given as %s, is sent to OpenAI in its own form",
    async approved => {
      const messages = [user(text('Book it.')), asked, given(approved)]
      const { request, diagnostics } = await compile(fromAISDK(messages), {
        target: 'openai',
        model: 'gpt-5.4',
      })
      expect(wire((request as { input: object[] }).input.slice(1))).toEqual([
        { type: 'item_reference', id: 'mcpr_1' },
        { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: approved },
      ])
      const sent = await bodyOf('openai', 'gpt-5.4', messages, {}, true)
      expect((sent.input as object[]).slice(1)).toEqual(wire((request as { input: object[] }).input.slice(1)))
      expect(codes(diagnostics)).toEqual([])
      expect(fakeProvider('openai').violations(request as object)).toEqual([])
    },
  )

  test('an approval that the server does not store is sent as text, which is reported', async () => {
    const input = {
      messages: [user(text('Book it.')), asked, given(true)],
      providerOptions: { openai: { store: false } },
    }
    const { request, diagnostics } = await compile(fromAISDK(input), { target: 'openai', model: 'gpt-5.4' })
    expect(JSON.stringify(request)).not.toContain('item_reference')
    expect(codes(diagnostics)).toContain('CX7008')
  })

  test('a Claude server tool whose result comes in a later answer is sent as the converter sends it', async () => {
    const caller = { anthropic: { caller: { type: 'code_execution_20250825', toolId: 'srvtoolu_1' } } }
    const call = { toolCallId: 'toolu_1', toolName: 'book' }
    const messages = [
      user(text('Book it.')),
      answer(ran('srvtoolu_1', 'code_execution', { type: 'programmatic-tool-call', code: 'book()' }), {
        type: 'tool-call',
        ...call,
        input: { n: 1 },
        providerOptions: caller,
      }),
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...call, output: { type: 'text', value: 'Booked.' } }],
      },
      answer(
        gave('srvtoolu_1', 'code_execution', {
          type: 'code_execution_result',
          stdout: '1',
          stderr: '',
          return_code: 0,
          content: [],
        }),
        text('Done.'),
      ),
      user(text('Thanks.')),
    ]
    const tools = {
      code_execution: tool('anthropic.code_execution_20250825'),
      book: { inputSchema: jsonSchema({ type: 'object' }) },
    }
    const model = models.anthropic
    const { request, diagnostics } = await compile(fromAISDK({ messages, tools }), {
      target: 'anthropic',
      model,
    })
    const sent = await bodyOf('anthropic', model, messages, tools)
    expect(wire(request?.messages)).toEqual(sent.messages)
    expect(codes(diagnostics)).toEqual([])
    expect(fakeProvider('anthropic').violations(request as object)).toEqual([])
  })
})
