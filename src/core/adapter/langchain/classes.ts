/** Types of content blocks that a model class sends: only the listed types, or all except the listed types. */
export type Takes = { readonly only: readonly string[] } | { readonly not: readonly string[] }

/** Kind of a message whose content consists of blocks. */
export type Kind = 'human' | 'ai' | 'tool'

/** Form in which a model class accepts files. */
export type FileForm = 'chat' | 'responses' | 'standard' | 'media'

/**
 * Row of the table of LangChain's model classes. The row lists the blocks that the class converts to the form of its
 * API. The class drops all other blocks, sends them unconverted, or throws. A block is named by its type, with `@0`,
 * `@source` or `@file` for the older forms of files (see `keyOf`).
 */
export interface ClassRow {
  readonly source: string
  readonly asOf: string
  readonly takes: Readonly<Record<Kind, Takes>>
  /** Additional blocks that the class accepts in messages of version 1; null if the class accepts no such messages. */
  readonly standard: Readonly<Record<Kind, readonly string[] | null>>
  /** Whether the class reads calls from the message's list of calls, or only from content blocks. */
  readonly calls: 'listed' | 'blocks'
  readonly files: FileForm
  /**
   * Place where the class accepts files of a tool result: inside the result, or only in a separate message after it.
   */
  readonly resultFiles: 'inside' | 'after'
  /** Whether the class drops a file of version 1 without a media type. */
  readonly needsMediaType?: true
  /** Whether the class accepts an `image_url` only as a data URL. */
  readonly inlineUrls?: true
  /** Whether the blocks of a tool result must all be in the API's form, or all be texts. */
  readonly uniform?: true
}

const asOf = '2026-11-28'
const files = ['image', 'audio', 'video', 'file', 'text-plain']
const older = ['image@0', 'audio@0', 'file@0', 'text-plain@0']
const inputs = ['input_text', 'input_image', 'input_file']
const ranCode = ['executableCode', 'codeExecutionResult']
/** Block types of other vendors that Anthropic's converter drops or duplicates. */
const notAnthropic = [
  ...['input_text', 'input_image', 'input_file', 'input_audio', 'output_text', 'file@file'],
  ...['inlineData', 'fileData', 'media', 'image@0', 'audio@0'],
]

/** Rows of the table. An OpenAI class is found by the API that it calls, any other class by its `_llmType`. */
export const classes = {
  'openai-chat': {
    source: '@langchain/openai 1.6.0, dist/converters/completions.js, and requests that ChatOpenAI sent',
    asOf,
    takes: {
      human: { only: ['text', 'image_url', 'input_audio', 'file@file', ...older] },
      ai: {
        only: ['text', 'refusal', 'tool_use', 'tool_call', 'reasoning', 'reasoning_content', 'thinking'],
      },
      tool: { only: ['text'] },
    },
    standard: { human: files, ai: [], tool: [] },
    calls: 'listed',
    files: 'chat',
    resultFiles: 'after',
  },
  openai: {
    source: '@langchain/openai 1.6.0, dist/converters/responses.js, and requests that ChatOpenAI sent',
    asOf,
    takes: {
      human: { only: ['text', 'image_url', 'file@0', 'mcp_approval_response', ...inputs] },
      ai: { not: [] },
      tool: { only: ['text', ...inputs] },
    },
    standard: { human: files, ai: [], tool: null },
    calls: 'listed',
    files: 'responses',
    resultFiles: 'inside',
    uniform: true,
  },
  anthropic: {
    source: '@langchain/anthropic 1.5.11, and requests that ChatAnthropic sent',
    asOf,
    takes: { human: { not: notAnthropic }, ai: { not: notAnthropic }, tool: { not: notAnthropic } },
    standard: { human: files, ai: [], tool: files },
    calls: 'listed',
    files: 'standard',
    resultFiles: 'inside',
  },
  googlegenerativeai: {
    source: '@langchain/google-genai, dist/utils/common.js, and requests that ChatGoogleGenerativeAI sent',
    asOf,
    takes: {
      human: { only: ['text', 'image_url', 'media', ...files, ...older, ...ranCode] },
      // The class also sends the listed calls, so a call in any other type of block would be sent twice.
      ai: {
        only: ['text', 'functionCall', 'thinking', 'reasoning', 'image_url', 'media', ...files, ...ranCode],
      },
      tool: { only: ['text'] },
    },
    standard: { human: [], ai: [], tool: [] },
    calls: 'listed',
    files: 'standard',
    resultFiles: 'after',
    inlineUrls: true,
  },
  google: {
    source: '@langchain/google 0.2.6, dist/converters/messages.js, and requests that ChatGoogle sent',
    asOf,
    takes: {
      human: { only: ['text', 'image_url', 'media', 'input_text', 'input_image', ...older] },
      ai: { only: ['text', 'functionCall', 'reasoning', 'inlineData', 'fileData', ...ranCode] },
      tool: { only: ['text', 'image_url', 'media', 'image@0', 'audio@0', 'file@0'] },
    },
    standard: { human: files, ai: ['tool_call'], tool: [] },
    calls: 'blocks',
    files: 'media',
    resultFiles: 'inside',
    needsMediaType: true,
  },
} as const satisfies Readonly<Record<string, ClassRow>>

/** Name of a model class's row in the table. */
export type ClassName = keyof typeof classes
