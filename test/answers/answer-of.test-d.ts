import type { Message } from '@anthropic-ai/sdk/resources/messages/messages'
import type { Candidate, Content, GenerateContentResponse } from '@google/genai'
import type { ChatCompletion, ChatCompletionMessage } from 'openai/resources/chat/completions'
import type { Response } from 'openai/resources/responses/responses'
import { expectTypeOf, test } from 'vitest'
import type { answerOf, ProviderResponse } from '../../src/index.ts'

test('answerOf accepts a message, its content and its items', () => {
  expectTypeOf<ChatCompletionMessage>().toExtend<ProviderResponse>()
  expectTypeOf<Response['output']>().toExtend<ProviderResponse>()
  expectTypeOf<Message['content']>().toExtend<ProviderResponse>()
  expectTypeOf<Content>().toExtend<ProviderResponse>()
  expectTypeOf<Candidate[]>().toExtend<ProviderResponse>()
  expectTypeOf<string>().not.toExtend<ProviderResponse>()
})

test('answerOf accepts the responses of the official clients', () => {
  expectTypeOf<ChatCompletion>().toExtend<ProviderResponse>()
  expectTypeOf<Response>().toExtend<ProviderResponse>()
  expectTypeOf<Message>().toExtend<ProviderResponse>()
  expectTypeOf<GenerateContentResponse>().toExtend<ProviderResponse>()
  expectTypeOf<Parameters<typeof answerOf>[1]>().toEqualTypeOf<ProviderResponse>()
})
