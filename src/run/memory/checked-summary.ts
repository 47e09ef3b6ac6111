import type {
  SummarizeHandler,
  SummarizeInput,
  SummarizeMessage,
} from '../../core/effect/summarize/handler.ts'
import { defaultPrompt, shortened } from '../../core/effect/summarize/prompt.ts'
import { type RefusedStatement, readSummary } from '../../core/effect/summarize/read-summary.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { MemoryChunk } from './chunk.ts'
import { type StateForm, wordParts } from './parts.ts'
import { byChunk, type ShownItem } from './told.ts'
import { plainTextOf } from './words.ts'

/** Text of a summary, and the statements of a handler that were left out. */
export interface WrittenSummary {
  readonly text: string
  readonly refused: readonly RefusedStatement[]
}

/** Reason why a handler's summary is not used. */
export type UnusedSummary =
  | { readonly outcome: 'failed'; readonly error: unknown }
  | { readonly outcome: 'refused'; readonly reason: string }

/** Has a handler summarize items, and checks its summary against them. Never throws. */
export async function checkedSummary(
  handler: SummarizeHandler,
  told: readonly ShownItem[],
  manner: StateForm,
): Promise<WrittenSummary | UnusedSummary> {
  const input: SummarizeInput = { messages: messagesOf(told, manner), prompt: defaultPrompt }
  let made: unknown
  try {
    // A copy, because the summary is checked against these messages and a handler might change them.
    made = await handler.run(structuredClone(input), { signal: new AbortController().signal })
  } catch (error) {
    return { outcome: 'failed', error }
  }
  try {
    const { statements, refused } = readSummary(made, input)
    return { text: statements.map(({ text }) => `- ${text}`).join('\n'), refused }
  } catch (error) {
    return { outcome: 'refused', reason: reasonOf(error) }
  }
}

/** Returns a message for each chunk, numbered from 0. Ids of chunks are left out: a number in one is no fact. */
function messagesOf(told: readonly ShownItem[], manner: StateForm): readonly SummarizeMessage[] {
  const form = { ...manner, words: false, ids: false }
  return [...byChunk(told)].map(([chunk, items], seq) => ({
    seq,
    author: authorOf(chunk, items),
    text: shortened(items.map(item => plainTextOf(wordParts(item, form))).join('\n')),
  }))
}

const authors = { user: 'user', assistant: 'assistant', system: 'developer' } as const

const authorOf = ({ subType }: MemoryChunk, [{ shape }]: readonly [ShownItem, ...ShownItem[]]): string =>
  subType === 'COMPACTED' ? 'summary' : authors[shape.role]
