import { AgentCompiler } from '../../core/compile/agent-compiler.ts'
import { assertEffects } from '../../core/effect/assert-effects.ts'
import type { SummarizeHandler } from '../../core/effect/summarize/handler.ts'
import type { RefusedStatement } from '../../core/effect/summarize/read-summary.ts'
import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import { anyTarget } from '../../core/target/target.ts'
import { text } from '../../core/target/text/index.ts'
import type { TextRequest } from '../../core/target/text/request.ts'
import { aCount, aString } from './build-options.ts'
import { checkedSummary, type UnusedSummary, type WrittenSummary } from './checked-summary.ts'
import type { MemoryChunk, MemoryState } from './chunk.ts'
import { createChunk } from './create.ts'
import type { MemoryEntry, Provenance } from './entry.ts'
import type { StateForm } from './parts.ts'
import { write } from './program.ts'
import { readState, type SoundState } from './read-state.ts'
import type { ContextMessage } from './result.ts'
import { toldOf } from './tell.ts'
import { assertTokenizer, byLength, countWith, type ModelTokenizer, type OwnTokenizer } from './tokenizer.ts'
import { currentItems, type ShownItem } from './told.ts'

/** Input of `summarize`. */
export interface SummaryInput {
  /** Messages with the chunks as they would be sent, including earlier summaries. */
  readonly messages: readonly ContextMessage[]
  readonly chunks: readonly MemoryChunk[]
  /** Size of the messages' text, in tokens. */
  readonly tokens: number
}

/** Options of a compaction. */
export interface CompactionOptions {
  /**
   * Writes the summary. The text of a function is used unchecked. What a handler returns, such as that of `modelEffects`, is
   * checked against the chunks: statements with other numbers, quotes, paths, names or references are left out.
   */
  readonly summarize: ((input: SummaryInput) => string | Promise<string>) | SummarizeHandler
  /** Number of last items that are never summarized; default: 10. The current input is never summarized either. */
  readonly keepRecent?: number
  /** Id of the summary's chunk; generated if omitted. */
  readonly id?: string
  /** Time of the compaction, by the program's clock. */
  readonly compactedAt?: number
  /** Tokenizer for the summary and the chunks that it replaces; without one, four characters count as one token. */
  readonly tokenizer?: ModelTokenizer | OwnTokenizer
  readonly provenance?: Provenance
}

/** Outcome of a compaction. Only `compacted` changes anything. */
export type CompactionOutcome =
  | {
      readonly outcome: 'compacted'
      readonly entry: Extract<MemoryEntry, { kind: 'compact' }>
      /** Chunks that the summary was written from, by id. */
      readonly from: ReadonlyMap<string, MemoryChunk>
      /** Statements of a handler that were left out; none of a function, whose text is not checked. */
      readonly refused: readonly RefusedStatement[]
      /** Tokens of the replaced chunks (`before`) and of the summary (`after`). */
      readonly before: number
      readonly after: number
    }
  /** There is nothing that a summary may replace. */
  | { readonly outcome: 'nothing' }
  /** `summarize` threw this error. */
  | { readonly outcome: 'failed'; readonly error: unknown }
  /** The summary of a handler is malformed, or more than half of it is not in the chunks. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** `summarize` returned no text. */
  | { readonly outcome: 'empty' }
  /** The summary has at least as many tokens as the chunks that it would replace. */
  | { readonly outcome: 'longer'; readonly before: number; readonly after: number }
  /** The summarized chunks changed meanwhile, or another summary replaces some of them. */
  | { readonly outcome: 'stale' }

const usuallyKept = 10

/** Throws a TypeError for invalid options of a compaction. */
export function assertCompaction(options: unknown): asserts options is CompactionOptions {
  if (!isObject(options) || (typeof options.summarize !== 'function' && !isObject(options.summarize)))
    throw new TypeError(
      'the options of compact must have summarize: a function that writes the summary, or a handler',
    )
  const { summarize } = options
  if (typeof summarize !== 'function') assertEffects({ summarize }, Path.named('compact'))
  const { keepRecent, id, compactedAt, tokenizer, provenance } = options
  if (keepRecent !== undefined) aCount(keepRecent, 'keepRecent')
  if (id !== undefined) aString(id, 'id')
  if (compactedAt !== undefined && !Number.isFinite(compactedAt))
    throw new TypeError('compactedAt is a time in milliseconds')
  if (tokenizer !== undefined) assertTokenizer(tokenizer, 'tokenizer')
  if (provenance !== undefined && !isObject(provenance)) throw new TypeError('provenance is an object')
}

/** Has a summary written of the chunks that the compiler allows a summary to replace. */
export async function compactState(
  given: MemoryState,
  { summarize, keepRecent = usuallyKept, id = '', compactedAt, tokenizer, provenance }: CompactionOptions,
): Promise<CompactionOutcome> {
  const state = readState(given)
  const manner: StateForm = { words: true, ids: true, chunks: state.chunks }
  const told = toldOf(state, [])
  const covered = coverable(told, state, manner, keepRecent)
  const chunks = [...new Set(covered.map(({ item }) => item.chunk))]
  // A summary of nothing but summaries would add nothing.
  if (covered.every(({ item }) => item.covers !== null)) return { outcome: 'nothing' }
  const current = currentItems(covered, state.chunkIds)
  const { program } = write(current, state.chunkIds, manner)
  const { request } = new AgentCompiler(program, { count: byLength }).run(anyTarget(text), program.session)
  const messages = (request as TextRequest | null)?.messages ?? []
  const count = countWith(tokenizer)
  const before = messages.reduce((sum, { content }) => sum + count(content), 0)
  const made =
    typeof summarize === 'function'
      ? await unchecked(summarize, { messages, chunks, tokens: before })
      : await checkedSummary(summarize, current, manner)
  if ('outcome' in made) return made
  const { text: summary, refused } = made
  const after = count(summary)
  if (after >= before) return { outcome: 'longer', before, after }
  const covers = chunks.map(chunk => chunk.id)
  const chunk = createChunk({
    id,
    type: 'WORKING_FLOW',
    subType: 'COMPACTED',
    retentionStrategy: 'COMPRESSIBLE',
    content: { type: 'TEXT', text: summary },
    metadata: {
      ...(compactedAt !== undefined && { createdAt: compactedAt }),
      parentIds: covers,
      custom: { ...(compactedAt !== undefined && { compactedAt }), originalCount: originals(chunks) },
    },
  })
  const entry = { kind: 'compact', chunk, covers, ...(provenance && { provenance }) } as const
  return {
    outcome: 'compacted',
    entry,
    from: new Map(chunks.map(old => [old.id, old])),
    refused,
    before,
    after,
  }
}

/** Has a function write a summary. */
async function unchecked(
  summarize: (input: SummaryInput) => unknown,
  input: SummaryInput,
): Promise<WrittenSummary | UnusedSummary | { readonly outcome: 'empty' }> {
  try {
    const written = await summarize(input)
    if (typeof written !== 'string' || written.trim() === '') return { outcome: 'empty' }
    return { text: written, refused: [] }
  } catch (error) {
    return { outcome: 'failed', error }
  }
}

/** Counts the chunks that a summary replaces, including those of earlier summaries. */
const originals = (chunks: readonly MemoryChunk[]): number =>
  chunks.reduce((sum, { metadata }) => {
    const count = metadata.custom?.originalCount
    return sum + (typeof count === 'number' ? count : 1)
  }, 0)

/**
 * Returns the items that a summary may replace. The compiler decides by unit: never one that is critical, has a pending
 * call or is the current input. Only whole chunks are returned, and no call without a result.
 */
function coverable(
  told: readonly ShownItem[],
  { chunkIds }: SoundState,
  manner: StateForm,
  keepRecent: number,
): ShownItem[] {
  const live = new Set(chunkIds)
  const { program, events } = write(told, chunkIds, manner)
  const { session } = program
  const to = Math.max(0, events.length - keepRecent)
  const summary = {
    author: 'assistant',
    text: 'summary',
    actions: { compaction: { covers: [{ from: 0, to }] } },
  }
  const { rows } = session.append(summary).units
  const seqs = new Set<number>()
  for (const run of rows.covers.runsBy(rows.length - 1))
    for (let unit = run.from; unit < run.to; unit++) for (const seq of rows.seqsOf(unit)) seqs.add(seq)
  // The new summary also replaces earlier summaries that no longer have a place.
  for (const [seq, { item }] of events.entries())
    if (item.covers !== null && rows.covers.placeOf(rows.firstFrom(seq)) === undefined) seqs.add(seq)
  const isPending = ({ shape, pair }: ShownItem): boolean => shape.deed?.kind === 'call' && pair === undefined
  const stays = new Set(
    events.filter((entry, seq) => !seqs.has(seq) || isPending(entry)).map(({ item }) => item.chunk.id),
  )
  const places = new Set(events.map(({ item }) => item.place))
  return told.filter(
    ({ item }) => places.has(item.place) && live.has(item.chunk.id) && !stays.has(item.chunk.id),
  )
}
