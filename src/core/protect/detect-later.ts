import { atMost } from '../effect/at-most.ts'
import { untilAborted } from '../effect/until-aborted.ts'
import type { EffectOutcome, EventInput } from '../ir/event.ts'
import { shortenForError } from '../text/columns.ts'
import { toJson } from '../text/json.ts'
import { reasonOf } from '../text/reason.ts'
import type { AskedText } from './session/checked-texts.ts'

/** Maximum number of finds of a detector in one text. */
const mostSpans = 10_000

/**
 * Runs async detectors on texts, with limited concurrency, and returns their outcomes as events. A call that was
 * aborted by the signal has no outcome.
 */
export async function detectLater(
  asked: readonly AskedText[],
  signal: AbortSignal,
  concurrency = 4,
): Promise<readonly EventInput[]> {
  const outcomes = await atMost(concurrency, asked, one => outcomeOf(one, signal))
  return outcomes.flatMap(effect => (effect === null ? [] : [{ author: 'developer', actions: { effect } }]))
}

async function outcomeOf(
  { key, detector, text }: AskedText,
  signal: AbortSignal,
): Promise<EffectOutcome | null> {
  if (signal.aborted) return null
  const about = { kind: 'detect', key, handler: detector.id } as const
  try {
    const found: unknown = await untilAborted(detector.findLater(text, { signal }), signal)
    if (!Array.isArray(found)) throw new Error('it gave no list of spans')
    if (found.length > mostSpans) throw new Error(`it gave ${found.length} spans, more than ${mostSpans}`)
    const spans = found.map(span => {
      const { start, end } = (span ?? {}) as { readonly start?: unknown; readonly end?: unknown }
      if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end))
        throw new Error('it gave a span without start and end')
      return { start, end, kind: detector.id }
    })
    return { ...about, output: toJson(spans) }
  } catch (error) {
    return signal.aborted ? null : { ...about, error: shortenForError(reasonOf(error)) }
  }
}
