// Runs one turn of a chat: `streamText` with a wrapped model, streamed as UI messages that report what was dropped.
import {
  convertToModelMessages,
  generateId,
  isStepCount,
  type LanguageModel,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  wrapLanguageModel,
} from 'ai'
import { type ContextReport, contextCompiler, reportOf } from 'ctxc/ai-sdk'
import { z } from 'zod'

/** Facts about an answer's last model call, for the page and the stored history. */
export interface Sent {
  /** Estimated tokens of the request, and the budget. */
  readonly tokens: number
  readonly limit: number
  /** Ids of the messages that were not sent to the model. */
  readonly dropped: readonly string[]
}

export type ChatMessage = UIMessage<Sent>

/** Model of a provider package; a middleware can wrap it. */
export type ProviderModel = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>

// One middleware serves all chats: it knows each chat by its messages. A few messages fill the small budget.
const middleware = contextCompiler({ budget: 1_000 })

const weather = tool({
  description: 'Returns the weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => ({ city, sky: 'sunny', degrees: 21 }),
})

/** Answers the last message of a chat. `save` gets the whole chat once the answer is complete. */
export async function answer(
  model: ProviderModel,
  messages: ChatMessage[],
  save: (messages: ChatMessage[]) => void,
): Promise<ReadableStream<UIMessageChunk>> {
  // A UI message with tool calls becomes several messages of the prompt.
  const converted = await Promise.all(messages.map(message => convertToModelMessages([message])))
  const result = streamText({
    model: wrapLanguageModel({ model, middleware }),
    instructions: 'You help people to travel.',
    messages: converted.flat(),
    tools: { weather },
    stopWhen: isStepCount(5),
  })

  const sizes = converted.map(({ length }) => length)
  return toUIMessageStream<{ weather: typeof weather }, ChatMessage>({
    stream: result.stream,
    originalMessages: messages,
    generateMessageId: generateId,
    messageMetadata({ part }) {
      const report = part.type === 'finish-step' ? reportOf(part) : undefined
      return report && { ...sizesOf(report), dropped: droppedIn(messages, sizes, report) }
    },
    onError: error => (error instanceof Error ? error.message : String(error)),
    onEnd: ({ messages: all }) => save(all),
  })
}

const sizesOf = ({ tokens: { input, limit } }: ContextReport): Pick<Sent, 'tokens' | 'limit'> => ({
  tokens: input,
  limit: limit ?? Number.POSITIVE_INFINITY,
})

/** Returns the ids of the messages that were dropped completely. The instruction is message 0 of the prompt. */
function droppedIn(messages: ChatMessage[], sizes: readonly number[], { dropped }: ContextReport): string[] {
  const isDropped = (index: number): boolean => dropped.some(({ from, to }) => from <= index && index < to)
  let next = 1
  return messages.flatMap(({ id }, at) => {
    const from = next
    next += sizes[at] ?? 0
    const indexes = Array.from({ length: next - from }, (_, offset) => from + offset)
    return indexes.length > 0 && indexes.every(isDropped) ? [id] : []
  })
}
