import { contextCompiler } from '../../../src/core/adapter/ai-sdk/index.ts'
import { createConversationCompiler } from '../../../src/core/adapter/conversation-compiler.ts'
import { compile } from '../../../src/core/compile/compile.ts'
import type { Compiled } from '../../../src/core/compile/contract/result.ts'
import { vocabularyMissing } from '../../../src/core/diag/budget.ts'
import { fromADK } from '../../../src/core/from/adk/adk.ts'
import { processMemories } from '../../../src/core/remember/index.ts'
import { createSession } from '../../../src/core/session/create.ts'
import { fromAISDK } from '../../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { fromAnthropic } from '../../../src/core/vendor/anthropic/read/anthropic.ts'
import { fromOpenAI } from '../../../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../../src/core/vendor/openai/read/openai-responses.ts'
import { variant } from './variant.ts'

const user = { role: 'user', content: 'Hi' } as const
const call = (id: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'look', arguments: '{}' },
})
const openAI = { target: 'openai-chat', model: 'gpt-5.4' } as const
const claude = { target: 'anthropic', model: 'claude-sonnet-4-5' } as const
const gemini = { target: 'gemini', model: 'gemini-3-pro-preview' } as const

const unused = { reason: 'prefix_mismatch', at: 'e:1.0' }

/** Texts for several places, and for messages of other formats. */
export const historyVariants = [
  variant('CX7007', 'reasoning that the provider dropped, or used all the same', () =>
    compile(
      { name: 'bot', identity: false },
      createSession({
        events: [
          { author: 'user', text: 'Hi' },
          { author: 'bot', text: 'Hello' },
          { author: 'user', text: 'And?' },
          {
            author: 'bot',
            text: 'Well',
            actions: {
              dropped: [unused, { ...unused, used: true }, { reason: 'model_binding_mismatch', at: 'e:1.0' }],
            },
          },
          { author: 'user', text: 'So?' },
        ],
      }),
      claude,
    ),
  ),
  variant('CX7008', 'a text for one turn, and a removed tool', () =>
    compile(
      fromAnthropic([
        user,
        { role: 'system', content: 'In French.', clear_at: 'next_user_message' },
        { role: 'system', content: [{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'ls' } }] },
        { role: 'assistant', content: 'Bonjour' },
        user,
      ] as never),
      claude,
    ),
  ),
  // Made by hand: this process has the vocabulary.
  variant('CX4010', 'a deployment without the file', async () => ({
    diagnostics: [vocabularyMissing('o200k_base')],
  })),
  variant('CX3017', 'an answer that was stopped', () =>
    compile(
      fromAISDK([
        { id: '1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        {
          id: '2',
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            {
              type: 'text',
              text: 'Half',
              state: 'streaming',
              providerMetadata: { openai: { itemId: 'msg_1' } },
            },
          ],
        },
        { id: '3', role: 'user', parts: [{ type: 'text', text: 'Go on' }] },
      ]),
      { target: 'openai', model: 'gpt-5.4' },
    ),
  ),
  variant('CX3001', 'two calls', () =>
    compile(
      fromOpenAI([user, { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] }, user]),
      openAI,
    ),
  ),
  ...[1, 2].map(count =>
    variant('CX3012', count === 1 ? 'a result' : 'two results', () =>
      compile(
        fromOpenAI([
          { role: 'assistant', content: null, tool_calls: [call('a')] },
          ...Array.from({ length: count + 1 }, () => ({
            ...{ role: 'tool' as const, tool_call_id: 'a', content: '1' },
          })),
          user,
        ]),
        openAI,
      ),
    ),
  ),
  variant('CX3013', 'two results', () =>
    compile(
      fromOpenAI([
        { role: 'tool', tool_call_id: 'a', content: '1' },
        { role: 'tool', tool_call_id: 'b', content: '2' },
        { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
        user,
      ]),
      openAI,
    ),
  ),
  variant('CX3002', 'two results', () =>
    compile(
      fromOpenAI([
        user,
        { role: 'tool', tool_call_id: 'x', content: '1' },
        { role: 'tool', tool_call_id: 'y', content: '2' },
      ]),
      openAI,
    ),
  ),
  variant('CX9206', 'a call without the id of its conversation', () =>
    createConversationCompiler({ ...openAI, storage: new Map<string, string>() }).compile(fromOpenAI([user])),
  ),
  variant('CX9202', 'memories that were not added after an earlier answer', async () => {
    const add = () => Promise.reject(new Error('no connection'))
    const memory = { ...processMemories(), add }
    const results: Compiled[] = []
    const middleware = contextCompiler({
      ...{ memory, owner: { app: 'trips' }, conversation: 'chat-1' },
      onCompiled: result => void results.push(result),
    })
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }]
    const model = { provider: 'openai', modelId: 'gpt-5.4' }
    const params = await middleware.transformParams({ params: { prompt }, model })
    await middleware.wrapGenerate({ doGenerate: async () => ({ content: [], warnings: [] }), params })
    await middleware.transformParams({ params: { prompt }, model })
    return results[1] as Compiled
  }),
  variant('CX4003', 'a history that begins with the answer of a turn', () => {
    const words = 'Some words. '.repeat(40)
    const turns = Array.from({ length: 20 }, () => [user, { role: 'assistant', content: words } as const])
    return compile(fromOpenAI([...turns.flat(), { role: 'user', content: 'Bye' }]), {
      ...openAI,
      budget: 1_000,
    })
  }),
  variant('CX3008', 'messages of the AI SDK, read by the importer of OpenAI', () =>
    compile(
      fromOpenAI([
        user,
        { role: 'assistant', parts: [{ type: 'text', text: 'Hello' }] },
        { role: 'user', parts: [{ type: 'text', text: 'Bye' }] },
      ] as never),
      openAI,
    ),
  ),
  variant('CX3014', "Gemini's messages, read by the importer of OpenAI", () =>
    compile(fromOpenAI([{ role: 'user', parts: [{ text: 'Hi' }] }] as never), openAI),
  ),
  variant('CX3014', "the form of Bedrock's Converse API", () =>
    compile(
      fromAnthropic({ modelId: 'm', messages: [{ role: 'user', content: [{ text: 'Hi' }] }] } as never),
      claude,
    ),
  ),
  variant('CX3015', 'a field that is misspelt', () =>
    compile(fromOpenAI({ model: 'gpt-5.4', messages: [user], temprature: 1 } as never), openAI),
  ),
  variant('CX3017', 'pieces of a streamed answer in a log of ADK', () =>
    compile(
      fromADK([
        { author: 'user', content: { role: 'user', parts: [{ text: 'Hi' }] } },
        { author: 'a', partial: true, content: { role: 'model', parts: [{ text: 'Hel' }] } },
        { author: 'a', content: { role: 'model', parts: [{ text: 'Hello' }] } },
        { author: 'user', content: { role: 'user', parts: [{ text: 'Bye' }] } },
      ] as never),
      openAI,
    ),
  ),
  variant('CX4002', 'no model either', () => compile(fromOpenAI([user]), { target: 'openai-chat' })),
  variant('CX7007', 'reasoning of another provider', () =>
    compile(
      fromAnthropic({
        model: 'claude-sonnet-4-5',
        max_tokens: 100,
        messages: [
          user,
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'Hm.', signature: 'abcd' },
              { type: 'text', text: 'Hello' },
            ],
          },
          user,
        ],
      }),
      gemini,
    ),
  ),
  variant('CX7007', 'reasoning without a form to send', () =>
    compile(
      fromOpenAI([user, { role: 'assistant', content: 'Hello', reasoning_content: 'Hm.' }, user] as never),
      claude,
    ),
  ),
  variant('CX7008', 'an item that another provider gets as text', () =>
    compile(
      fromOpenAIResponses([
        user,
        { type: 'computer_call_output', call_id: 'c', output: { type: 'computer_screenshot' } },
        { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
        user,
      ] as never),
      claude,
    ),
  ),
  variant('CX7015', 'a file without bytes', () =>
    compile(
      fromOpenAI([
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,' } }] },
      ]),
      openAI,
    ),
  ),
  variant('CX7015', 'a recording for Claude', () =>
    compile(
      fromOpenAI([
        { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }] },
      ]),
      claude,
    ),
  ),
]
