import { Agent, handoff, hostedMcpTool } from '@openai/agents-core'
import { codeInterpreterTool, fileSearchTool, webSearchTool } from '@openai/agents-openai'
import { z } from 'zod'
import {
  approved,
  call,
  carried,
  done,
  isResponses,
  kept,
  once,
  picture,
  type Scenario,
  simple,
  thinking,
  thought,
  two,
  waits,
  weather,
  withOnly,
  withTools,
} from './parts.ts'

/** Programs that every class runs, as far as they fit its API. */
export const scenarios: readonly Scenario[] = [
  { name: 'a loop', script: [[call('call_1')], [call('call_2'), call('call_3')], done], run: simple },
  { name: 'turns', script: two, run: carried },
  { name: 'a session', script: two, run: kept },
  { name: 'thinking turns', script: thinking, run: carried },
  { name: 'thinking in a session', script: thinking, run: kept },
  {
    name: 'sealed thinking in a session',
    on: isResponses,
    settings: { store: false, providerData: { include: ['reasoning.encrypted_content'] } },
    script: thinking,
    run: kept,
  },
  {
    name: 'phases',
    on: isResponses,
    script: [
      [{ text: 'I look.', phase: 'commentary' }, call('call_1')],
      [{ text: 'Done.', phase: 'final_answer' }],
    ],
    run: simple,
  },
  {
    name: 'a handoff',
    agent: model => {
      const boss = new Agent({ name: 'boss', instructions: 'Decide.', model, tools: [weather] })
      return new Agent({ name: 'clerk', instructions: 'Be brief.', model, handoffs: [handoff(boss)] })
    },
    script: [[{ call: 'transfer_to_boss', id: 'call_1', input: {} }], [call('call_2')], done],
    run: simple,
  },
  {
    name: 'approved',
    agent: withOnly(approved),
    script: [[call('call_1')], done],
    run: waits('approve', false),
  },
  {
    name: 'approved over a stored state',
    agent: withOnly(approved),
    script: [[call('call_1')], done],
    run: waits('approve', true),
  },
  {
    name: 'rejected',
    agent: withOnly(approved),
    script: [[call('call_1'), call('call_2')], done],
    run: waits('reject', false),
  },
  {
    name: 'structured output',
    agent: model =>
      new Agent({
        name: 'clerk',
        model,
        tools: [weather],
        outputType: z.object({ city: z.string() }),
      }) as never,
    script: [[call('call_1')], [{ text: '{"city":"Paris"}' }]],
    run: simple,
  },
  {
    name: 'pictures and files',
    script: [done],
    run: stage =>
      once(stage, [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image: 'https://x.org/a.png', detail: 'low' },
          ],
        },
      ]),
  },
  {
    name: 'a tool that draws',
    on: isResponses,
    agent: withOnly(picture),
    script: [[call('call_1')], done],
    run: simple,
  },
  {
    name: 'web search',
    on: isResponses,
    agent: withTools(webSearchTool()),
    script: [
      [
        {
          raw: {
            type: 'web_search_call',
            id: 'ws_1',
            status: 'completed',
            action: { type: 'search', query: 'x' },
          },
        },
        call('call_1'),
      ],
      done,
      done,
      done,
    ],
    run: carried,
  },
  {
    name: 'web search behind a thought',
    on: isResponses,
    agent: withTools(webSearchTool()),
    script: [
      [
        thought('Search.'),
        {
          raw: {
            type: 'web_search_call',
            id: 'ws_1',
            status: 'completed',
            action: { type: 'search', query: 'x' },
          },
        },
        { text: 'Found.' },
      ],
      done,
      done,
    ],
    run: kept,
  },
  {
    name: 'file search and code',
    on: isResponses,
    agent: withTools(fileSearchTool(['vs_1']), codeInterpreterTool()),
    script: [
      [
        { raw: { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['x'], results: null } },
        {
          raw: {
            type: 'code_interpreter_call',
            id: 'ci_1',
            status: 'completed',
            code: '1',
            container_id: 'cntr_1',
            outputs: null,
          },
        },
        call('call_1'),
      ],
      done,
    ],
    run: simple,
  },
  {
    name: 'MCP',
    on: isResponses,
    agent: withTools(hostedMcpTool({ serverLabel: 'docs', serverUrl: 'https://x.org' })),
    script: [
      [
        { raw: { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'docs', tools: [] } },
        {
          raw: {
            type: 'mcp_call',
            id: 'mcp_1',
            server_label: 'docs',
            name: 'f',
            arguments: '{}',
            output: 'x',
            error: null,
          },
        },
        call('call_1'),
      ],
      done,
    ],
    run: simple,
  },
  {
    name: 'history at the server',
    on: isResponses,
    script: [[call('call_1')], [call('call_2')], done],
    run: stage => once(stage, 'Weather?', { previousResponseId: 'resp_0' }),
  },
  {
    name: 'a conversation at the server',
    on: isResponses,
    script: [[thought('So.'), call('call_1')], done],
    run: stage => once(stage, 'Weather?', { conversationId: 'conv_1' }),
  },
  {
    name: 'damaged arguments',
    script: [[{ call: 'weather', id: 'call_1', input: { town: 'Paris' } }], done],
    run: simple,
  },
]
