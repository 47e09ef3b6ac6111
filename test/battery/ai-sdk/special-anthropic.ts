// Features that only Anthropic has: server tools, redacted thoughts, compaction, cache marks, and tool references in results.
import { createAnthropic } from '@ai-sdk/anthropic'
import type { ToolSet } from 'ai'
import type { Said } from '../wire/script.ts'
import { type Scenario, tools } from './scenarios.ts'

const raw = (value: Readonly<Record<string, unknown>>): Said => ({ raw: value })
const text = (words: string): Said => ({ text: words })
const call = (id: string): Said => ({ call: 'weather', id, input: { city: 'Paris' } })
const thought = (words: string): Said => ({ thought: words })
const turns = ['Do it.', 'And now?', 'Thanks.']
const anthropicTools = createAnthropic({ apiKey: 'none' }).tools
const toolSet = (record: object): ToolSet => record as ToolSet

const serverCall = (name: string, id: string, input: object): Said =>
  raw({ type: 'server_tool_use', id, name, input })

export const anthropic: readonly Scenario[] = [
  {
    name: 'a web search',
    answers: [
      [
        text('I search.'),
        serverCall('web_search', 'srvtoolu_1', { query: 'ferries' }),
        raw({
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [
            {
              type: 'web_search_result',
              url: 'https://x.org',
              title: 'X',
              encrypted_content: 'AAAA',
              page_age: null,
            },
          ],
        }),
        raw({
          type: 'text',
          text: 'Two a day.',
          citations: [
            {
              type: 'web_search_result_location',
              url: 'https://x.org',
              title: 'X',
              encrypted_index: 'BBBB',
              cited_text: 'two',
            },
          ],
        }),
      ],
    ],
    turns,
    tools: toolSet({ web_search: anthropicTools.webSearch_20250305(), ...tools }),
  },
  {
    name: 'a web search between thoughts, and a call',
    answers: [
      [
        thought('First.'),
        serverCall('web_search', 'srvtoolu_1', { query: 'ferries' }),
        raw({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
        thought('Second.'),
        call('call_1'),
      ],
    ],
    turns,
    tools: toolSet({ web_search: anthropicTools.webSearch_20250305(), ...tools }),
  },
  {
    name: 'code execution',
    answers: [
      [
        serverCall('bash_code_execution', 'srvtoolu_1', { command: 'ls' }),
        raw({
          type: 'bash_code_execution_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: {
            type: 'bash_code_execution_result',
            stdout: 'a',
            stderr: '',
            return_code: 0,
            content: [],
          },
        }),
        text('One file.'),
      ],
    ],
    turns,
    tools: toolSet({ code_execution: anthropicTools.codeExecution_20250825() }),
  },
  {
    name: 'redacted thinking',
    answers: [[{ redacted: 'AAAA' }, thought('Hm.'), call('call_1')], [text('Done.')]],
    turns,
    tools,
  },
  {
    name: 'a compaction',
    answers: [[raw({ type: 'compaction', content: 'It was about ferries.' }), text('Go on.')]],
    turns,
  },
  {
    name: 'a cache mark in a result (O14)',
    answers: [[call('call_1')], [text('Sunny.')]],
    turns,
    tools: toolSet({
      weather: {
        ...tools.weather,
        toModelOutput: () => ({
          type: 'content',
          value: [
            {
              type: 'text',
              text: 'sunny',
              providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
            },
          ],
        }),
      },
    }),
  },
  {
    name: 'a tool that a result names (O14)',
    answers: [[call('call_1')], [text('Found.')]],
    turns,
    tools: toolSet({
      weather: {
        ...tools.weather,
        toModelOutput: () => ({
          type: 'content',
          value: [
            {
              type: 'custom',
              providerOptions: { anthropic: { type: 'tool-reference', toolName: 'weather' } },
            },
          ],
        }),
      },
    }),
  },
]
