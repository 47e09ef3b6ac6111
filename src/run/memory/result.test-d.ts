// Types only: the result of `build` fits the seed document's interface and the clients' types (F5).
import type { ModelMessage } from 'ai'
import type OpenAI from 'openai'
import { expectTypeOf, test } from 'vitest'
import type { ContextBuildResult, ContextMessage } from './index.ts'

/** Interface as printed in the seed document. */
interface PrintedResult {
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  tokenCount: number
  tokenCountExact: boolean
  includedChunkIds: string[]
  excludedChunkIds: string[]
}

test('messages fit the OpenAI client and the AI SDK, results the documented interface (F5)', () => {
  expectTypeOf<ContextBuildResult['messages']>().toExtend<
    OpenAI.Chat.Completions.ChatCompletionCreateParams['messages']
  >()
  expectTypeOf<ContextBuildResult['messages']>().toExtend<ModelMessage[]>()
  expectTypeOf<ContextBuildResult>().toExtend<PrintedResult>()
  expectTypeOf<ContextBuildResult['messages']>().toEqualTypeOf<ContextMessage[]>()
  expectTypeOf<ContextBuildResult['includedChunkIds']>().toEqualTypeOf<string[]>()
  // TypeScript does not check `readonly` in a type comparison, so a value is assigned.
  const built = null as unknown as ContextBuildResult
  const printed: PrintedResult = built
  const sent: ModelMessage[] = built.messages
  printed.messages = sent.length > 0 ? printed.messages : []
})
