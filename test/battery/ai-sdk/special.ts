// Features that only one vendor has: its own tools, its drawn images, its compacted or sealed items, and its settings.
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import type { ToolSet } from 'ai'
import type { Said } from '../wire/script.ts'
import { type Host, hosts } from './hosts.ts'
import { pixel, type Scenario, tools } from './scenarios.ts'
import { anthropic } from './special-anthropic.ts'

const raw = (value: Readonly<Record<string, unknown>>): Said => ({ raw: value })
const text = (words: string): Said => ({ text: words })
const call = (id: string): Said => ({ call: 'weather', id, input: { city: 'Paris' } })
const thought = (words: string): Said => ({ thought: words })
const turns = ['Do it.', 'And now?', 'Thanks.']

const key = { apiKey: 'none' }
const openaiTools = createOpenAI(key).tools
const googleTools = createGoogle(key).tools
const toolSet = (record: object): ToolSet => record as ToolSet

const message = (id: string, words: string, more: object = {}): Said =>
  raw({
    type: 'message',
    id,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: words, annotations: [], logprobs: [] }],
    ...more,
  })

const openai: readonly Scenario[] = [
  {
    name: 'a web search',
    answers: [
      [
        thought('Hm.'),
        raw({
          type: 'web_search_call',
          id: 'ws_1',
          status: 'completed',
          action: { type: 'search', query: 'ferries', sources: [] },
        }),
        message('msg_1', 'Two a day.'),
      ],
    ],
    turns,
    tools: toolSet({ web_search: openaiTools.webSearch() }),
  },
  {
    name: 'a code interpreter',
    answers: [
      [
        raw({
          type: 'code_interpreter_call',
          id: 'ci_1',
          status: 'completed',
          code: '1+1',
          container_id: 'c',
          outputs: [{ type: 'logs', logs: '2' }],
        }),
        message('msg_1', 'Two.'),
      ],
    ],
    turns,
    tools: toolSet({ code_interpreter: openaiTools.codeInterpreter() }),
  },
  {
    name: 'a picture drawn',
    answers: [
      [
        raw({ type: 'image_generation_call', id: 'ig_1', status: 'completed', result: pixel }),
        message('msg_1', 'Here.'),
      ],
    ],
    turns,
    tools: toolSet({ image_generation: openaiTools.imageGeneration() }),
  },
  {
    name: 'phases',
    answers: [
      [message('msg_1', 'I look.', { phase: 'commentary' }), call('call_1')],
      [message('msg_2', 'Sunny.', { phase: 'final_answer' })],
    ],
    turns,
    tools,
  },
  {
    name: 'a summary of two parts',
    answers: [[thought('One.|Two.'), call('call_1')], [text('Sunny.')]],
    turns,
    tools,
  },
  {
    name: 'a compaction',
    answers: [
      [raw({ type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' }), message('msg_1', 'Go on.')],
    ],
    turns,
  },
  {
    name: 'a custom tool (W7)',
    answers: [
      [
        raw({
          type: 'custom_tool_call',
          id: 'ctc_1',
          call_id: 'call_1',
          name: 'grep',
          input: 'raw {words',
          status: 'completed',
        }),
      ],
      [text('Found.')],
    ],
    turns,
    tools: toolSet({
      grep: { ...openaiTools.customTool({ description: 'Greps.' }), execute: async () => 'line 1' },
    }),
  },
  {
    name: 'effort none beside a temperature (W9)',
    answers: [[text('Hello.')]],
    turns,
    settings: { temperature: 0.2, topP: 0.9, providerOptions: { openai: { reasoningEffort: 'none' } } },
  },
]

const google: readonly Scenario[] = [
  {
    name: 'signed words and calls',
    answers: [
      [
        { thought: 'Hm.', sign: 'c2lnbmVk' },
        { text: 'I look.', sign: 'd29yZHM=' },
        { call: 'weather', id: '1', input: { city: 'Paris' }, sign: 'Y2FsbA==' },
      ],
      [{ text: 'Sunny.', sign: 'YWdhaW4=' }],
    ],
    turns,
    tools,
  },
  {
    name: 'code that it ran',
    answers: [
      [
        raw({ executableCode: { language: 'PYTHON', code: 'print(1)' } }),
        raw({ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }),
        text('One.'),
      ],
    ],
    turns,
    tools: toolSet({ code_execution: googleTools.codeExecution({}) }),
  },
  {
    name: 'a picture drawn',
    answers: [
      [
        text('Here.'),
        raw({ inlineData: { mimeType: 'image/png', data: pixel }, thoughtSignature: 'c2lnbmVk' }),
      ],
    ],
    turns,
  },
]

const on = (names: readonly string[], scenarios: readonly Scenario[]) =>
  hosts
    .filter(({ name }) => names.includes(name))
    .flatMap(host => scenarios.map(scenario => [host, scenario] as const))

/** Programs of one vendor each. */
export const special: readonly (readonly [Host, Scenario])[] = [
  ...on(['anthropic claude-sonnet-4-5', 'anthropic claude-opus-5-5'], anthropic),
  ...on(
    ['openai.responses gpt-5.4', 'openai.responses gpt-5.4 store:false', 'proxy.responses house-model'],
    openai,
  ),
  ...on(['google gemini-2.5-pro', 'google gemini-3-pro-preview'], google),
]
