import type { Conversation } from '../src/from.ts'
import {
  type ADKInput,
  fromADK,
  fromAISDK,
  fromAnthropic,
  fromGemini,
  fromLangChain,
  fromOpenAI,
  fromOpenAIResponses,
  fromPlain,
  type ImportOptions,
} from '../src/from.ts'
import type { MessageFormat } from './arbitrary/index.ts'

/** Importers of every format for which there is a generator of messages. */
export const importers: Readonly<
  Record<MessageFormat, (input: readonly object[], options?: ImportOptions) => Conversation>
> = {
  'openai-chat': fromOpenAI,
  openai: fromOpenAIResponses,
  anthropic: fromAnthropic,
  gemini: fromGemini,
  'ai-sdk': fromAISDK,
  text: fromPlain,
  langchain: fromLangChain,
  adk: (input: ADKInput) => fromADK(input),
}
