import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import fc from 'fast-check'
import { words as W } from './marks.ts'

/** What a generated conversation is made of, whatever its format. */
export interface Plot {
  /** A whole request, or only its messages. */
  readonly whole: boolean
  readonly system: boolean
  readonly tool: boolean
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly asked: 'text' | 'parts' | 'file'
  readonly thought: boolean
  readonly said: 'none' | 'text' | 'parts'
  readonly call: 'none' | 'text' | 'json' | 'parts'
  readonly item: boolean
}

const turn: fc.Arbitrary<Turn> = fc.record({
  asked: fc.constantFrom('text', 'parts', 'file'),
  thought: fc.boolean(),
  said: fc.constantFrom('none', 'text', 'parts'),
  call: fc.constantFrom('none', 'text', 'json', 'parts'),
  item: fc.boolean(),
})

export const plots: fc.Arbitrary<Plot> = fc.record({
  whole: fc.boolean(),
  system: fc.boolean(),
  tool: fc.boolean(),
  turns: fc.array(turn, { minLength: 1, maxLength: 2 }),
})

type Json = Record<string, unknown>

const png = 'iVBORw0KGgo='
const url = `data:image/png;base64,${png}`
const schema = { type: 'object', properties: { city: { type: 'string' } } }
const some = (is: boolean, ...items: unknown[]): unknown[] => (is ? items : [])
const each = ({ turns }: Plot, write: (turn: Turn, id: string) => unknown[]): unknown[] =>
  turns.flatMap((given, at) => write(given, `call_${at}`))

/** A file, or words alone, as a format says it. */
const asked = ({ asked: how }: Turn, text: (words: string) => Json, file: Json): unknown =>
  how === 'text' ? W : [text(W), ...some(how === 'file', file), text(W)]

const answer = (args: string): string => JSON.stringify({ city: args, more: { of: W } })

export const templates: Readonly<Record<string, (plot: Plot) => unknown>> = {
  chat(plot) {
    const text = (words: string): Json => ({ type: 'text', text: words })
    const messages = [
      ...some(plot.system, { role: 'system', content: W }),
      ...each(plot, (turn, id) => [
        {
          role: 'user',
          content: asked(turn, text, { type: 'image_url', image_url: { url, detail: 'low' } }),
        },
        ...some(turn.said !== 'none' || turn.call !== 'none', {
          role: 'assistant',
          content: turn.said === 'parts' ? [text(W)] : turn.said === 'text' ? W : null,
          ...(turn.thought && { reasoning_content: W }),
          ...(turn.call !== 'none' && {
            tool_calls: [{ id, type: 'function', function: { name: 'save', arguments: answer(W) } }],
          }),
        }),
        ...some(turn.call !== 'none', {
          role: 'tool',
          tool_call_id: id,
          content: turn.call === 'parts' ? [text(W)] : turn.call === 'json' ? answer(W) : W,
        }),
        ...some(
          turn.item,
          {
            role: 'user',
            name: 'ann',
            content: [
              { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
              {
                type: 'file',
                file: { filename: `${W}.pdf`, file_data: 'data:application/pdf;base64,JVBERi0xLjcK' },
              },
            ],
          },
          {
            role: 'assistant',
            content: null,
            refusal: W,
            ...(turn.thought && {
              thinking_blocks: [{ type: 'thinking', thinking: W, signature: 'c2VhbGVk' }],
            }),
            tool_calls: [{ id: `x${id}`, type: 'custom', custom: { name: 'grep', input: W } }],
          },
          { role: 'tool', tool_call_id: `x${id}`, name: 'grep', content: W },
          { role: 'developer', content: [text(W)] },
        ),
      ]),
      { role: 'user', content: W },
    ]
    const tools = [{ type: 'function', function: { name: 'save', description: W, parameters: schema } }]
    return plot.whole ? { model: 'gpt-4.1', messages, ...(plot.tool && { tools }) } : messages
  },
  responses(plot) {
    const text = (words: string): Json => ({ type: 'input_text', text: words })
    const input = each(plot, (turn, id) => [
      {
        role: 'user',
        content: asked(turn, text, { type: 'input_image', image_url: url, detail: 'low' }),
      },
      ...some(turn.thought, {
        type: 'reasoning',
        id: `rs_${id}`,
        summary: [{ type: 'summary_text', text: W }],
        encrypted_content: 'c2VhbGVk',
      }),
      ...some(turn.said !== 'none' || turn.thought, {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: W, annotations: [] }],
      }),
      ...some(turn.item, {
        type: 'web_search_call',
        id: `ws_${id}`,
        status: 'completed',
        action: { type: 'search', query: W },
      }),
      ...some(
        turn.call !== 'none',
        { type: 'function_call', call_id: id, name: 'save', arguments: answer(W) },
        { type: 'function_call_output', call_id: id, output: turn.call === 'parts' ? [text(W)] : W },
      ),
      ...some(
        turn.item,
        { type: 'custom_tool_call', call_id: `x${id}`, name: 'grep', input: W },
        { type: 'custom_tool_call_output', call_id: `x${id}`, output: W },
        {
          type: 'shell_call',
          call_id: `s${id}`,
          id: `sh_${id}`,
          status: 'completed',
          action: { commands: [W] },
        },
        {
          type: 'shell_call_output',
          call_id: `s${id}`,
          output: [{ stdout: W, stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
        },
        {
          type: 'mcp_call',
          id: `mcp_${id}`,
          name: 'look',
          server_label: 'srv',
          arguments: answer(W),
          output: W,
        },
        {
          role: 'user',
          content: [
            {
              type: 'input_file',
              filename: `${W}.pdf`,
              file_data: 'data:application/pdf;base64,JVBERi0xLjcK',
            },
          ],
        },
        { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: W }] },
      ),
    ])
    const items = [
      ...some(plot.system, { role: 'developer', content: W }),
      ...input,
      { role: 'user', content: W },
    ]
    const tools = [{ type: 'function', name: 'save', description: W, parameters: schema }]
    return plot.whole
      ? { model: 'gpt-5.4', instructions: W, input: items, ...(plot.tool && { tools }) }
      : items
  },
  anthropic(plot) {
    const text = (words: string): Json => ({ type: 'text', text: words })
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
    const messages = each(plot, (turn, id) => [
      { role: 'user', content: asked(turn, text, image) },
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        role: 'assistant',
        content: [
          ...some(turn.thought, { type: 'thinking', thinking: W, signature: 'c2VhbGVk' }),
          ...some(turn.said !== 'none', text(W)),
          ...some(
            turn.item,
            { type: 'server_tool_use', id: `srvtoolu_${id}`, name: 'web_search', input: { query: W } },
            {
              type: 'web_search_tool_result',
              tool_use_id: `srvtoolu_${id}`,
              content: [
                { type: 'web_search_result', url: 'https://x.no', title: W, encrypted_content: 'c2VhbGVk' },
              ],
            },
          ),
          ...some(turn.call !== 'none', { type: 'tool_use', id, name: 'save', input: { city: W } }),
        ],
      }),
      ...some(turn.call !== 'none', {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: id,
            content: turn.call === 'text' ? W : turn.call === 'json' ? answer(W) : [text(W), image],
          },
        ],
      }),
      ...some(
        turn.item,
        {
          role: 'user',
          content: [
            {
              type: 'document',
              title: W,
              context: W,
              citations: { enabled: true },
              source: { type: 'text', media_type: 'text/plain', data: W },
            },
            { type: 'search_result', source: 'https://x.no', title: W, content: [text(W)] },
          ],
        },
        {
          role: 'assistant',
          content: [{ ...text(W), citations: [{ type: 'char_location', cited_text: W, document_index: 0 }] }],
        },
      ),
    ])
    const all = [...messages, { role: 'user', content: W }]
    return plot.whole
      ? {
          model: 'claude-sonnet-5',
          max_tokens: 1_000,
          ...(plot.system && { system: [text(W)] }),
          tools: [
            { type: 'web_search_20250305', name: 'web_search' },
            ...some(plot.tool, { name: 'save', description: W, input_schema: schema }),
          ],
          messages: all,
        }
      : all
  },
  gemini(plot) {
    const image = { inlineData: { mimeType: 'image/png', data: png } }
    const contents = each(plot, (turn, id) => [
      { role: 'user', parts: [{ text: W }, ...some(turn.asked === 'file', image)] },
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        role: 'model',
        parts: [
          ...some(turn.thought, { text: W, thought: true, thoughtSignature: 'c2VhbGVk' }),
          ...some(turn.said !== 'none', { text: W }),
          ...some(
            turn.item,
            { executableCode: { language: 'PYTHON', code: W } },
            { codeExecutionResult: { outcome: 'OUTCOME_OK', output: W } },
          ),
          ...some(turn.call !== 'none', { functionCall: { id, name: 'save', args: { city: W } } }),
        ],
      }),
      ...some(turn.call !== 'none', {
        role: 'user',
        parts: [
          {
            functionResponse: {
              id,
              name: 'save',
              response: turn.call === 'text' ? { output: W } : { list: [W], of: { in: W } },
              ...(turn.call === 'parts' && { parts: [image] }),
            },
          },
        ],
      }),
      ...some(turn.item, {
        role: 'user',
        parts: [
          {
            fileData: { fileUri: 'gs://x/a.png', mimeType: 'image/png', displayName: W },
            partMetadata: { of: W },
          },
          { function_call: { name: 'late', args: { city: W } } },
        ],
      }),
    ])
    const all = [...contents, { role: 'user', parts: [{ text: W }] }]
    return plot.whole
      ? {
          model: 'gemini-3.8-flash',
          contents: all,
          config: {
            ...(plot.system && { systemInstruction: W }),
            ...(plot.tool && {
              tools: [
                { functionDeclarations: [{ name: 'save', description: W, parametersJsonSchema: schema }] },
              ],
            }),
          },
        }
      : all
  },
  'ai-sdk'(plot) {
    const text = (words: string): Json => ({ type: 'text', text: words })
    const image = { type: 'file', mediaType: 'image/png', data: png }
    const messages = [
      ...some(plot.system, { role: 'system', content: W }),
      ...each(plot, (turn, id) => [
        { role: 'user', content: asked(turn, text, image) },
        ...some(turn.said !== 'none' || turn.call !== 'none', {
          role: 'assistant',
          content: [
            ...some(turn.thought, { type: 'reasoning', text: W }),
            ...some(turn.said !== 'none', text(W)),
            ...some(turn.call !== 'none', {
              type: 'tool-call',
              toolCallId: id,
              toolName: 'save',
              input: { city: W },
            }),
          ],
        }),
        ...some(turn.call !== 'none', {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: id,
              toolName: 'save',
              output:
                turn.call === 'text'
                  ? { type: 'text', value: W }
                  : turn.call === 'json'
                    ? { type: 'json', value: { of: W } }
                    : { type: 'content', value: [text(W)] },
            },
          ],
        }),
        ...some(
          turn.item,
          {
            role: 'assistant',
            content: [
              { ...text(W), providerOptions: { anthropic: { note: W } } },
              {
                type: 'tool-call',
                toolCallId: `p${id}`,
                toolName: 'web_search',
                input: { query: W },
                providerExecuted: true,
                providerOptions: { anthropic: {} },
              },
              {
                type: 'tool-result',
                toolCallId: `p${id}`,
                toolName: 'web_search',
                output: { type: 'json', value: [{ title: W }] },
              },
              { type: 'tool-call', toolCallId: `a${id}`, toolName: 'pay', input: { to: W } },
              { type: 'tool-approval-request', approvalId: `ap${id}`, toolCallId: `a${id}` },
            ],
          },
          {
            role: 'tool',
            content: [
              { type: 'tool-approval-response', approvalId: `ap${id}`, approved: false, reason: W },
              {
                type: 'tool-result',
                toolCallId: `a${id}`,
                toolName: 'pay',
                output: { type: 'execution-denied', reason: W },
              },
            ],
          },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', toolCallId: `o${id}`, toolName: 'old', args: { of: W } }],
          },
          {
            role: 'tool',
            content: [{ type: 'tool-result', toolCallId: `o${id}`, toolName: 'old', result: { of: W } }],
          },
        ),
      ]),
      { role: 'user', content: [text(W)] },
    ]
    return plot.whole
      ? {
          messages,
          maxOutputTokens: 1_000,
          ...(plot.tool && {
            tools: [{ type: 'function', name: 'save', description: W, inputSchema: schema }],
          }),
        }
      : messages
  },
  ui(plot) {
    const text = (words: string): Json => ({ type: 'text', text: words })
    const messages = [
      ...some(plot.system, { id: 's', role: 'system', parts: [text(W)] }),
      ...each(plot, (turn, id) => [
        {
          id: `u${id}`,
          role: 'user',
          ...(turn.thought && { metadata: { from: { page: W } } }),
          parts: [text(W), ...some(turn.asked === 'file', { type: 'file', mediaType: 'image/png', url })],
        },
        {
          id: `a${id}`,
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            ...some(turn.thought, { type: 'reasoning', text: W }),
            ...some(
              turn.item,
              { type: 'data-weather', data: { of: W } },
              { type: 'source-url', sourceId: 's1', url: 'https://x.no', title: W },
            ),
            ...some(turn.said !== 'none', text(W)),
            ...some(turn.call !== 'none', {
              type: 'tool-save',
              toolCallId: id,
              state: turn.call === 'parts' ? 'output-error' : 'output-available',
              input: { city: W },
              ...(turn.call === 'parts'
                ? { errorText: W }
                : { output: turn.call === 'text' ? W : { of: W } }),
            }),
            ...some(
              turn.item,
              { type: 'step-start' },
              {
                type: 'dynamic-tool',
                toolName: 'pay',
                toolCallId: `d${id}`,
                state: 'output-denied',
                input: { to: W },
                approval: { id: `ap${id}`, approved: false, reason: W },
              },
              {
                type: 'dynamic-tool',
                toolName: 'half',
                toolCallId: `h${id}`,
                state: 'input-streaming',
                input: { to: W },
              },
              { type: 'steering-message', parts: [text(W)] },
              text(W),
            ),
          ],
        },
        ...some(turn.item && turn.thought, {
          id: `o${id}`,
          role: 'assistant',
          content: W,
          toolInvocations: [
            { state: 'result', toolCallId: `o${id}`, toolName: 'old', args: { of: W }, result: { of: W } },
          ],
        }),
      ]),
      { id: 'last', role: 'user', parts: [text(W)] },
    ]
    return plot.whole ? { messages, maxOutputTokens: 1_000 } : messages
  },
  langchain(plot) {
    return plot.whole ? { messages: liveMessages(plot) } : liveMessages(plot)
  },
  'langchain stored'(plot) {
    const messages = storedMessages(plot)
    return plot.whole ? { messages } : messages
  },
  adk(plot) {
    const events = each(plot, (turn, id) => [
      { author: 'user', id: `u${id}`, invocationId: 'i', content: { role: 'user', parts: [{ text: W }] } },
      ...some(turn.item, { author: 'ann', partial: true, content: { role: 'model', parts: [{ text: W }] } }),
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        author: 'ann',
        content: {
          role: 'model',
          parts: [
            ...some(turn.thought, { text: W, thought: true }),
            ...some(turn.said !== 'none', { text: W }),
            ...some(turn.call !== 'none', { functionCall: { id, name: 'save', args: { city: W } } }),
          ],
        },
        actions: { stateDelta: {} },
      }),
      ...some(turn.call !== 'none', {
        author: 'ann',
        content: {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id,
                name: 'save',
                response: turn.call === 'text' ? { output: W } : { of: W },
              },
            },
          ],
        },
      }),
    ])
    const all = [...events, { author: 'user', content: { role: 'user', parts: [{ text: W }] } }]
    return plot.whole ? { id: 's', appName: 'app', userId: 'u', state: {}, events: all } : all
  },
  plain(plot) {
    const messages = [
      ...some(plot.system, { from: 'system', value: W }),
      ...each(plot, turn => [
        { from: 'human', value: W },
        { from: 'gpt', value: turn.said === 'parts' ? [{ type: 'text', text: W }] : W },
      ]),
      { from: 'human', value: W },
    ]
    return plot.whole ? { conversations: messages, ...(plot.system && { system: W }) } : messages
  },
  session(plot) {
    const events = each(plot, (turn, id) => [
      {
        author: 'user',
        parts: [
          { kind: 'text', text: W },
          ...some(turn.asked === 'file', {
            kind: 'file',
            mediaType: 'image/png',
            source: { type: 'base64', data: png },
          }),
        ],
      },
      ...some(turn.said !== 'none' || turn.call !== 'none', {
        author: 'agent',
        parts: [
          ...some(turn.thought, { kind: 'reasoning', text: W }),
          ...some(turn.said !== 'none', { kind: 'text', text: W }),
          ...some(turn.call !== 'none', { kind: 'tool-call', id, name: 'save', arguments: answer(W) }),
        ],
      }),
      ...some(turn.call !== 'none', {
        author: 'tool',
        parts: [
          {
            kind: 'tool-result',
            id,
            content:
              turn.call === 'json' ? [{ kind: 'data', value: { of: W } }] : [{ kind: 'text', text: W }],
          },
        ],
      }),
    ])
    return { id: 's', state: {}, events: [...events, { author: 'user', parts: [{ kind: 'text', text: W }] }] }
  },
}

const liveMessages = (plot: Plot): object[] => [
  ...(plot.system ? [new SystemMessage(W)] : []),
  ...(each(plot, (turn, id) => [
    new HumanMessage(
      turn.asked === 'text'
        ? W
        : {
            content: [
              { type: 'text', text: W },
              ...(turn.asked === 'file' ? [{ type: 'image_url' as const, image_url: { url } }] : []),
            ],
          },
    ),
    new AIMessage({
      content: turn.said === 'parts' ? [{ type: 'text', text: W }] : W,
      ...(turn.call !== 'none' && { tool_calls: [{ id, name: 'save', args: { city: W } }] }),
    }),
    ...some(
      turn.call !== 'none',
      new ToolMessage({ content: W, tool_call_id: id, ...(turn.item && { artifact: { of: W } }) }),
    ),
  ]) as object[]),
  new HumanMessage(W),
]

const storedMessages = (plot: Plot): object[] =>
  [
    ...some(plot.system, { type: 'system', data: { content: W } }),
    ...each(plot, (turn, id) => [
      { type: 'human', data: { content: turn.asked === 'text' ? W : [{ type: 'text', text: W }] } },
      {
        type: 'ai',
        data: {
          content: turn.thought
            ? [
                { type: 'reasoning', reasoning: W },
                { type: 'text', text: W },
              ]
            : W,
          ...(turn.call !== 'none' && {
            tool_calls: [{ id, name: 'save', args: { city: W }, type: 'tool_call' }],
          }),
          response_metadata: {},
        },
      },
      ...some(turn.call !== 'none', {
        type: 'tool',
        data: { content: turn.call === 'parts' ? [{ type: 'text', text: W }] : W, tool_call_id: id },
      }),
      ...some(
        turn.item,
        {
          lc: 1,
          type: 'constructor',
          id: ['langchain_core', 'messages', 'AIMessage'],
          kwargs: {
            content: [
              { type: 'tool_use', id: `t${id}`, name: 'save', input: { city: W } },
              { type: 'image', url: 'https://x.no/a.png' },
            ],
            additional_kwargs: { refusal: W, reasoning_content: W },
            invalid_tool_calls: [{ id: `i${id}`, name: 'save', args: W, error: W }],
          },
        },
        { role: 'tool', content: W, tool_call_id: `t${id}` },
        ['human', W],
        { type: 'human', id: 'gone', content: W },
        { type: 'remove', id: 'gone', content: '' },
      ),
    ]),
    { type: 'human', data: { content: W } },
  ] as object[]
