import type { FormatName } from '../ir/extra.ts'

/** Facts that are true of every message of a format. */
interface FormatFacts {
  /** Name of the importer function, such as `fromOpenAI`. */
  readonly importer: string
  /** Message fields from which the importer reads text and calls. */
  readonly fields: readonly string[]
  /** Pattern of the roles that the importer knows, if the format has roles. It matches '' if a role is optional. */
  readonly roles?: RegExp
}

/** Facts about each format. */
export const formats: Readonly<Record<FormatName, FormatFacts>> = {
  'openai-chat': {
    importer: 'fromOpenAI',
    fields: ['content', 'tool_calls', 'function_call'],
    roles: /^(user|assistant|system|developer|tool|function)$/,
  },
  openai: {
    importer: 'fromOpenAIResponses',
    fields: ['content'],
    roles: /^(user|assistant|system|developer)?$/,
  },
  anthropic: { importer: 'fromAnthropic', fields: ['content'], roles: /^(user|assistant|system)$/ },
  gemini: {
    importer: 'fromGemini',
    fields: ['parts'],
    roles: /^(user|model|assistant|system|developer|tool|function)?$/i,
  },
  'ai-sdk': {
    importer: 'fromAISDK',
    fields: ['content'],
    roles: /^(user|assistant|system|tool|data|function)$/,
  },
  langchain: {
    importer: 'fromLangChain',
    fields: ['content', 'content_blocks', 'contentBlocks', 'tool_calls'],
  },
  adk: { importer: 'fromADK', fields: ['content'] },
  text: { importer: 'fromPlain', fields: ['content', 'value', 'text'] },
}
