import { AgentCompiler } from '../../core/compile/agent-compiler.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { anyTarget } from '../../core/target/target.ts'
import { text } from '../../core/target/text/index.ts'
import type { TextRequest } from '../../core/target/text/request.ts'
import type { MemoryChunk, MemoryState } from './chunk.ts'
import type { CompactionOptions, CompactionOutcome } from './compaction-options.ts'
import { createChunk } from './create.ts'
import type { ShownItem } from './pair.ts'
import type { StateForm } from './parts.ts'
import { writeState } from './program.ts'
import { readState, type SoundState } from './read-state.ts'
import { summarizeChecked, summarizeUnchecked } from './summary.ts'
import { countingWith } from './tokenizer.ts'
import { currentItems, shownItemsOf } from './told.ts'

const usuallyKept = 10

/** Requests a summary of the older chunks that the compiler allows a summary to replace. */
export async function compactState(
  given: MemoryState,
  { summarize, keepRecent = usuallyKept, id = '', compactedAt, tokenizer, provenance }: CompactionOptions,
): Promise<CompactionOutcome> {
  const state = readState(given)
  const manner: StateForm = { words: true, ids: true, chunks: state.chunks }
  const told = shownItemsOf(state, [])
  const covered = itemsToSummarize(told, state, manner, keepRecent)
  const chunks = [...new Set(covered.map(({ item }) => item.chunk))]
  // A summary of nothing but summaries would add nothing.
  if (covered.every(({ item }) => item.covers !== null)) return { outcome: 'nothing' }
  const current = currentItems(covered, state.chunkIds)
  const { program } = writeState(current, state.chunkIds, manner)
  const { request } = new AgentCompiler(readProgram(program), countingWith(undefined).options).compileSync(
    anyTarget(text),
    program.session,
  )
  const messages = (request as TextRequest | null)?.messages ?? []
  const { count } = countingWith(tokenizer)
  const before = messages.reduce((sum, { content }) => sum + count(content), 0)
  const made = await (typeof summarize === 'function'
    ? summarizeUnchecked(summarize, { messages, chunks, tokens: before })
    : summarizeChecked(summarize, current, manner))
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
      custom: {
        ...(compactedAt !== undefined && { compactedAt }),
        originalCount: countOriginalChunks(chunks),
      },
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

/** Counts the original chunks that a summary replaces, including those that earlier summaries replaced. */
const countOriginalChunks = (chunks: readonly MemoryChunk[]): number =>
  chunks.reduce((sum, { metadata }) => {
    const count = metadata.custom?.originalCount
    return sum + (typeof count === 'number' ? count : 1)
  }, 0)

/**
 * Returns the items that a summary may replace. The compiler decides this by conversation unit: never a unit that is
 * critical, has a pending call or is the current input. Only returns whole chunks, and no call without its result.
 */
function itemsToSummarize(
  told: readonly ShownItem[],
  { chunkIds }: SoundState,
  manner: StateForm,
  keepRecent: number,
): ShownItem[] {
  const live = new Set(chunkIds)
  const { program, events } = writeState(told, chunkIds, manner)
  const { session } = program
  const to = Math.max(0, events.length - keepRecent)
  const summary = {
    author: 'assistant',
    text: 'summary',
    actions: { compaction: { covers: [{ from: 0, to }] } },
  }
  const { rows } = session.append(summary).units
  const seqs = new Set<number>()
  for (const run of rows.covers.runsFirstReplacedBy(rows.length - 1))
    for (let unit = run.from; unit < run.to; unit++) for (const seq of rows.seqsOf(unit)) seqs.add(seq)
  // The new summary also replaces earlier summaries whose chunks it covers.
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
