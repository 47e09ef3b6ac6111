import type { EffectOutcome } from '../../ir/event.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import { shortenForError } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import type { EffectOf } from '../effect.ts'
import { untilAborted } from '../until-aborted.ts'
import type { CompactHandler } from './handler.ts'
import { readCompaction } from './read-compaction.ts'

/** Outcome of a compaction, with the content of its event. */
export interface CompactOutcome {
  readonly outcome: EffectOutcome
  readonly parts: readonly OpaquePart[]
  /** Usage as the provider reported it; null if there is none. */
  readonly usage: unknown
}

/** Calls a handler for one compaction; null if the signal is aborted before there is an outcome. Never throws. */
export async function callCompact(
  { key, input, covers = [], asked }: EffectOf<'compact'>,
  handler: CompactHandler,
  signal: AbortSignal,
): Promise<CompactOutcome | null> {
  if (signal.aborted) return null
  const about = { kind: 'compact', key, handler: handler.id, covers } as const
  try {
    const answer = await untilAborted(handler.run(structuredClone(input), { signal }), signal)
    // The blocks are copied as JSON, because a client may return objects of its own classes.
    const { format, items, usage } = readCompaction(JSON.parse(JSON.stringify(answer) ?? 'null'))
    const parts = items.map(
      (payload): OpaquePart => ({ kind: 'opaque', format, type: String(payload.type), payload }),
    )
    return { outcome: { ...about, output: toJson(asked?.facts ?? null) }, parts, usage }
  } catch (error) {
    if (signal.aborted) return null
    return { outcome: { ...about, error: shortenForError(reasonOf(error)) }, parts: [], usage: null }
  }
}
