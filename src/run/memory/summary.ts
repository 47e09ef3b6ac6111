import type { SummarizeHandler, SummarizeMessage } from '../../core/effect/summarize/handler.ts'
import { defaultPrompt, shortenMessage } from '../../core/effect/summarize/prompt.ts'
import type { RefusedStatement } from '../../core/effect/summarize/read-summary.ts'
import { makeCheckedSummary, RefusedSummary } from '../../core/effect/summarize/summarize.ts'
import type { MemoryChunk } from './chunk.ts'
import type { CompactionOutcome, SummaryInput } from './compaction-options.ts'
import type { ShownItem } from './pair.ts'
import { itemAsTextParts, type StateForm } from './parts.ts'
import { groupByChunk } from './told.ts'
import { joinAsPlainText } from './words.ts'

/** Text of a summary and the statements that were dropped from it, or the outcome if there is no usable summary. */
type Written =
  | { readonly text: string; readonly refused: readonly RefusedStatement[] }
  | Extract<CompactionOutcome, { outcome: 'failed' | 'refused' | 'empty' }>

/** Gets a summary from a function. The summary's text is not checked. */
export async function summarizeUnchecked(
  summarize: (input: SummaryInput) => unknown,
  input: SummaryInput,
): Promise<Written> {
  try {
    const text = await summarize(input)
    return typeof text === 'string' && text.trim() !== '' ? { text, refused: [] } : { outcome: 'empty' }
  } catch (error) {
    return { outcome: 'failed', error }
  }
}

/** Gets a summary of items from a handler, and checks its statements against the items. */
export async function summarizeChecked(
  handler: SummarizeHandler,
  told: readonly ShownItem[],
  manner: StateForm,
): Promise<Written> {
  const input = { messages: messagesToSummarize(told, manner), prompt: defaultPrompt }
  try {
    const { signal } = new AbortController()
    const { statements, refused } = await makeCheckedSummary(input, handler, { signal })
    return { text: statements.map(({ text }) => `- ${text}`).join('\n'), refused }
  } catch (error) {
    if (error instanceof RefusedSummary) return { outcome: 'refused', reason: error.message }
    return { outcome: 'failed', error }
  }
}

/** Returns a message for each chunk, numbered from 0. Omits chunk ids, because numbers in them are not facts. */
function messagesToSummarize(told: readonly ShownItem[], manner: StateForm): readonly SummarizeMessage[] {
  const form = { ...manner, words: false, ids: false }
  return [...groupByChunk(told)].map(([chunk, items], seq) => ({
    seq,
    author: authorOfChunk(chunk, items),
    text: shortenMessage(items.map(item => joinAsPlainText(itemAsTextParts(item, form))).join('\n')),
  }))
}

const authors = { user: 'user', assistant: 'assistant', system: 'developer' } as const

const authorOfChunk = (
  { subType }: MemoryChunk,
  [{ shape }]: readonly [ShownItem, ...ShownItem[]],
): string => (subType === 'COMPACTED' ? 'summary' : authors[shape.role])
