// A compiled request, imported and compiled again, is the same request: an app may keep what it sent as its history.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compile } from '../../src/core/compile/compile.ts'
import type { Conversation } from '../../src/core/from/conversation.ts'
import {
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
} from '../../src/from.ts'
import { arbitraryMessages, type MessageFormat } from '../arbitrary/index.ts'
import { parameters, patience } from './runs.ts'

const formats: readonly [
  Exclude<MessageFormat, 'langchain' | 'adk'>,
  string,
  (input: { readonly [field: string]: unknown }) => Conversation,
][] = [
  ['openai', 'gpt-5.4', request => fromOpenAIResponses(request as { input: object[] })],
  ['openai-chat', 'gpt-4.1', request => fromOpenAI(request as { messages: object[] })],
  // The app brings the model, so that the request does not name it.
  ['ai-sdk', 'claude-sonnet-4-5', request => fromAISDK({ model: 'claude-sonnet-4-5', ...request } as never)],
  ['ai-sdk', 'gpt-5.4', request => fromAISDK({ model: 'gpt-5.4', ...request } as never)],
  ['ai-sdk', 'gemini-3-pro', request => fromAISDK({ model: 'gemini-3-pro', ...request } as never)],
  ['anthropic', 'claude-sonnet-4-5', request => fromAnthropic(request as { messages: object[] })],
  ['gemini', 'gemini-3.8-flash', request => fromGemini(request as { contents: object[] })],
  ['gemini', 'gemini-2.5-flash', request => fromGemini(request as { contents: object[] })],
  ['text', 'mistral-small', request => fromPlain(request as { messages: object[] })],
]

describe('a compiled request', () => {
  test.each(formats)(
    'compiles to itself on %s, %s',
    { timeout: patience(60_000) },
    async (target, model, read) => {
      const key = target === 'openai' ? 'input' : target === 'gemini' ? 'contents' : 'messages'
      const numRuns = Math.max(300, Math.floor(parameters.numRuns / 5))
      await fc.assert(
        fc.asyncProperty(arbitraryMessages(target), async messages => {
          const once = await compile(read({ model, [key]: messages }), { target })
          // Fenced text is read again as a user's text, and a user cannot write a fence. A unit that must stay is sent after a
          // provider's compaction that it preceded, and a second compile finds it there.
          const sent = JSON.stringify(once.request)
          if (!once.ok || sent.includes('<context:') || sent.includes('"compaction"')) return
          const twice = await compile(read(structuredClone(once.request) as never), { target })
          expect(twice.request).toEqual(once.request)
        }),
        { numRuns, seed: parameters.seed },
      )
    },
  )
})
