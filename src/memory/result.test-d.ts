// Types only: what `build` returns goes where the seed document and the clients expect it (F5).
import type { ModelMessage } from 'ai'
import type OpenAI from 'openai'
import { expectTypeOf, test } from 'vitest'
import type { ContextBuildResult, ContextMessage } from './index.ts'

/** The interface as the seed document prints it. */
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
  // An assignment is the only check of `readonly`.
  const built = null as unknown as ContextBuildResult
  const printed: PrintedResult = built
  const sent: ModelMessage[] = built.messages
  printed.messages = sent.length > 0 ? printed.messages : []
})
