// Programs with tools that the provider runs itself.
import type { Answer } from '../wire/script.ts'
import type { Host } from './hosts.ts'
import { call, done, type Scenario, weather } from './scenario.ts'

const isClaude = ({ api }: Host): boolean => api === 'anthropic'
const isResponses = ({ api }: Host): boolean => api === 'responses'
const isGemini = ({ api }: Host): boolean => api === 'gemini'

const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }
const searched: Answer = [
  { text: 'I look it up.' },
  { raw: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'Paris' } } },
  {
    raw: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: [
        {
          type: 'web_search_result',
          url: 'https://x.org',
          title: 'Paris',
          encrypted_content: 'c2VjcmV0',
          page_age: null,
        },
      ],
    },
  },
  { text: 'It is sunny.' },
  call('toolu_9'),
]
const webSearch: Answer = [
  {
    raw: {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: { type: 'search', query: 'Paris' },
    },
  },
  call('call_9'),
]
const fileSearch: Answer = [
  { raw: { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['Paris'], results: null } },
  call('call_9'),
]
const interpreted: Answer = [
  {
    raw: {
      type: 'code_interpreter_call',
      id: 'ci_1',
      status: 'completed',
      code: '1+1',
      container_id: 'cntr_1',
      outputs: null,
    },
  },
  call('call_9'),
]
const mcp: Answer = [
  { raw: { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'docs', tools: [] } },
  {
    raw: {
      type: 'mcp_call',
      id: 'mcp_1',
      server_label: 'docs',
      name: 'find',
      arguments: '{}',
      output: 'found',
      error: null,
    },
  },
  call('call_9'),
]
const coded: Answer = [
  { raw: { executableCode: { language: 'PYTHON', code: 'print(1)' } } },
  { raw: { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } } },
  { text: 'One.' },
]

export const serverTools: readonly Scenario[] = [
  {
    name: 'web search of Anthropic',
    on: isClaude,
    tools: [weather, search],
    script: [searched, done, done],
    turns: ['Thanks'],
  },
  {
    name: 'code execution of Anthropic',
    on: isClaude,
    tools: [weather, { type: 'code_execution_20250825', name: 'code_execution' }],
    script: [
      [
        {
          raw: {
            type: 'server_tool_use',
            id: 'srvtoolu_2',
            name: 'bash_code_execution',
            input: { command: 'ls' },
          },
        },
        {
          raw: {
            type: 'bash_code_execution_tool_result',
            tool_use_id: 'srvtoolu_2',
            content: {
              type: 'bash_code_execution_result',
              stdout: 'a',
              stderr: '',
              return_code: 0,
              content: [],
            },
          },
        },
        { text: 'A file.' },
      ],
      done,
    ],
    turns: ['Thanks'],
  },
  {
    name: 'MCP servers of Anthropic',
    on: host => isClaude(host),
    tools: [weather, { type: 'mcp_toolset', mcp_server_name: 'docs' }],
    script: [[call('call_1')], done],
  },
  {
    name: 'web search of OpenAI',
    on: isResponses,
    tools: [weather, { type: 'web_search' }],
    script: [webSearch, done, done],
    turns: ['Thanks'],
  },
  {
    name: 'web search of OpenAI behind a thought',
    on: isResponses,
    needsThoughts: true,
    tools: [weather, { type: 'web_search' }],
    script: [[{ thought: 'Search.' }, ...webSearch], done, done],
    turns: ['Thanks'],
  },
  {
    name: 'file search of OpenAI',
    on: isResponses,
    tools: [weather, { type: 'file_search', vector_store_ids: ['vs_1'] }],
    script: [fileSearch, done],
  },
  {
    name: 'code interpreter of OpenAI',
    on: isResponses,
    tools: [weather, { type: 'code_interpreter', container: { type: 'auto' } }],
    script: [interpreted, done],
  },
  {
    name: 'MCP of OpenAI',
    on: isResponses,
    tools: [
      weather,
      { type: 'mcp', server_label: 'docs', server_url: 'https://x.org', require_approval: 'never' },
    ],
    script: [mcp, done],
  },
  {
    name: 'code execution of Google',
    on: isGemini,
    tools: [{ codeExecution: {} }],
    script: [coded, done],
    turns: ['Thanks'],
  },
  {
    name: 'search of Google',
    on: isGemini,
    tools: [{ googleSearch: {} }],
    script: [done, done],
    turns: ['Thanks'],
  },
]
