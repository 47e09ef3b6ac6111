import type { Conversation } from '../../src/core/from/conversation.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import {
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
} from '../../src/from.ts'
import { toAISDK } from '../arbitrary/ai-sdk.ts'
import { toAnthropic } from '../arbitrary/anthropic.ts'
import { toChat } from '../arbitrary/chat.ts'
import { toGemini } from '../arbitrary/gemini.ts'
import { toPlain } from '../arbitrary/plain.ts'
import { toResponses } from '../arbitrary/responses.ts'
import type { Line } from '../arbitrary/run.ts'

/** A provider that a session can be on. */
export interface Station {
  readonly name: string
  readonly target: TargetName
  readonly models: readonly string[]
  /** Whether its models give thoughts that go back to them. */
  readonly thinks: boolean
  /** Writes a run in the provider's wire form; `step` distinguishes its items from those of other answers. */
  write(lines: readonly Line[], step: number): unknown[]
  /** A request, or its messages, as a conversation. */
  read(input: object, model: string): Conversation
}

const replaced = (messages: unknown[], what: RegExp, by: string): unknown[] =>
  JSON.parse(JSON.stringify(messages).replaceAll(what, by)) as unknown[]

/** Items whose ids are their own. */
const items: Station['write'] = (lines, step) =>
  replaced(toResponses(lines), /"(rs|fc|ctc|msg)_(\d+)"/g, `"$1_${step}00$2"`)

/** Options of a vendor's provider in a thought: the writer knows those of Anthropic's. */
const options = /"providerOptions":\{"anthropic":\{"signature":("[^"]*")\}\}/g

const asGoogle: Station['write'] = lines =>
  replaced(toAISDK(lines), options, '"providerOptions":{"google":{"thoughtSignature":$1}}')

const asOpenAI: Station['write'] = (lines, step) =>
  replaced(
    toAISDK(lines),
    options,
    `"providerOptions":{"openai":{"itemId":"rs_step${step}","reasoningEncryptedContent":$1}}`,
  )

const aiSdk = (
  models: readonly string[],
  write: Station['write'] = lines => toAISDK(lines),
): Omit<Station, 'name'> => ({
  target: 'ai-sdk',
  models,
  thinks: true,
  write,
  read: (input, model) => fromAISDK(input as never, { model }),
})

/** Every place that a session can move between. */
export const stations: readonly Station[] = [
  {
    name: 'openai',
    target: 'openai',
    models: ['gpt-5.4', 'gpt-6-astra'],
    thinks: true,
    write: items,
    read: (input, model) => fromOpenAIResponses(input as object[], { model }),
  },
  {
    name: 'openai-chat',
    target: 'openai-chat',
    models: ['gpt-4.1', 'gpt-4o'],
    thinks: false,
    write: toChat,
    read: input => fromOpenAI(input as object[]),
  },
  {
    name: 'anthropic',
    target: 'anthropic',
    models: ['claude-sonnet-5', 'claude-opus-5-5', 'claude-haiku-4-5'],
    thinks: true,
    write: toAnthropic,
    read: (input, model) => fromAnthropic(input as object[], { model }),
  },
  {
    name: 'gemini',
    target: 'gemini',
    models: ['gemini-3.8-flash', 'gemini-2.5-flash'],
    thinks: true,
    write: toGemini,
    read: (input, model) => fromGemini(input as object[], { model }),
  },
  { name: 'ai-sdk (claude)', ...aiSdk(['claude-sonnet-5', 'claude-opus-5-5']) },
  { name: 'ai-sdk (gpt)', ...aiSdk(['gpt-5.4'], asOpenAI) },
  { name: 'ai-sdk (gemini)', ...aiSdk(['gemini-3-pro'], asGoogle) },
  {
    name: 'text',
    target: 'text',
    models: ['mistral-small'],
    thinks: false,
    write: toPlain,
    read: input => fromPlain(input as object[]),
  },
]

/** Every move from one to another. */
export const pairs: readonly (readonly [from: Station, to: Station])[] = stations.flatMap(from =>
  stations.filter(to => to !== from).map(to => [from, to] as const),
)
