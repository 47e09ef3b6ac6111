import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import {
  type AgentMiddleware,
  fakeModel,
  providerStrategy,
  summarizationMiddleware,
  tool,
  toolStrategy,
} from 'langchain'
import { z } from 'zod'
import type { Host } from './hosts.ts'
import { call, done, type Scenario, weather } from './scenario.ts'
import { serverTools } from './server-tools.ts'

const broken = tool(
  () => {
    throw new Error('no network')
  },
  { name: 'broken', description: 'Fails.', schema: z.object({ city: z.string() }) },
)
const picture = tool(
  () => [
    { type: 'text', text: 'A map.' },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
  ],
  { name: 'picture', description: 'Draws.', schema: z.object({ city: z.string() }) },
)
const empty = tool(() => '', {
  name: 'empty',
  description: 'Says nothing.',
  schema: z.object({ city: z.string() }),
})

const report = z.object({ city: z.string(), sunny: z.boolean() })
const said = { city: 'Paris', sunny: true }
const isGemini = ({ api }: Host): boolean => api === 'gemini'

/** A state as JSON in a store. */
const stored = (messages: BaseMessage[]): BaseMessage[] =>
  mapStoredMessagesToChatMessages(JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages(messages))))

const turns = ['And Rome?', 'And Oslo?']

/** Programs that every class runs, as far as they fit its API. */
export const scenarios: readonly Scenario[] = [
  { name: 'words', script: [done, done, done], turns },
  { name: 'one call', script: [[{ text: 'I look.' }, call('call_1')], done] },
  {
    name: 'a loop',
    script: [[call('call_1')], [call('call_2')], [{ text: 'Once more.' }, call('call_3')], done],
  },
  {
    name: 'parallel calls',
    script: [[call('call_1'), call('call_2')], [call('call_3'), call('call_4')], done],
  },
  {
    name: 'thinking between calls',
    needsThoughts: true,
    script: [
      [{ thought: 'Paris first.' }, call('call_1')],
      [{ thought: 'Then Rome.' }, { text: 'Rome.' }, call('call_2')],
      [{ thought: 'Enough.' }, { text: 'Done.' }],
      done,
    ],
    turns: ['And Oslo?'],
  },
  {
    name: 'thinking with two calls',
    needsThoughts: true,
    script: [
      [{ thought: 'Both.' }, call('call_1'), call('call_2')],
      [{ thought: 'So.' }, { text: 'Done.' }],
      done,
    ],
    turns: ['Thanks'],
  },
  {
    name: 'a system prompt and failing tools',
    systemPrompt: 'Be brief.',
    tools: [weather, broken, empty],
    script: [[call('call_1', 'broken')], [call('call_2', 'empty')], done],
  },
  {
    name: 'a tool that draws',
    tools: [picture],
    script: [[call('call_1', 'picture')], done],
    on: host => !isGemini(host),
  },
  {
    name: 'pictures of a user',
    script: [done],
    input: [
      new HumanMessage({
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      }),
    ],
  },
  {
    name: 'from a store',
    script: [[{ text: 'I look.' }, call('call_1')], done, done, done],
    turns,
    between: stored,
  },
  {
    name: 'thinking from a store',
    needsThoughts: true,
    script: [[{ thought: 'Paris.' }, call('call_1')], [{ thought: 'So.' }, { text: 'Done.' }], done, done],
    turns,
    between: stored,
  },
  {
    name: 'an answer by a tool',
    responseFormat: () => toolStrategy(report),
    script: [[call('call_1')], [{ call: 'extract', id: 'call_2', input: said }]],
    on: ({ api }) => api !== 'gemini',
  },
  {
    name: "an answer in the provider's form",
    responseFormat: () => providerStrategy(report),
    script: [[call('call_1')], [{ text: JSON.stringify(said) }]],
    on: ({ api }) => api === 'chat' || api === 'responses',
  },
  {
    name: 'a summary',
    middleware: () => [
      summarizationMiddleware({
        model: fakeModel().respond(new AIMessage('They spoke of Paris.')),
        trigger: { messages: 5 },
        keep: { messages: 2 },
      } as never) as AgentMiddleware,
    ],
    script: [[call('call_1')], done, done, done],
    turns,
  },
  {
    name: 'a history of another model',
    input: [
      new HumanMessage('Hello'),
      new AIMessage({
        content: 'I look.',
        tool_calls: [{ type: 'tool_call', id: 'old_1', name: 'weather', args: { city: 'Bonn' } }],
        response_metadata: { model_provider: 'groq', model_name: 'llama-4' },
      }),
      new ToolMessage({ content: 'Rain.', tool_call_id: 'old_1', name: 'weather' }),
      new AIMessage('Rain in Bonn.'),
      new HumanMessage('Weather in Paris?'),
    ],
    script: [[call('call_1')], done],
  },
  {
    name: 'a system message among others',
    input: [new SystemMessage('Be kind.'), new HumanMessage('Hello')],
    script: [[call('call_1')], done],
    on: host => !isGemini(host),
  },
  ...serverTools,
]
