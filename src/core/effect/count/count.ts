import type { EffectOutcome } from '../../ir/event.ts'
import { shortenForError } from '../../text/columns.ts'
import { toJson } from '../../text/json.ts'
import { reasonOf } from '../../text/reason.ts'
import type { EffectOf } from '../effect.ts'
import { untilAborted } from '../until-aborted.ts'
import type { CountHandler } from './handler.ts'

/** Calls a handler to count one request; no outcome if the signal is aborted. Never throws. */
export async function callCount(
  { key, input, estimate = 0 }: EffectOf<'count'>,
  handler: CountHandler,
  signal: AbortSignal,
): Promise<EffectOutcome[]> {
  if (signal.aborted) return []
  const about = { kind: 'count', key, handler: handler.id } as const
  try {
    // The handler gets a copy, because the caller sends these objects.
    const reported: unknown = await untilAborted(handler.run(structuredClone(input), { signal }), signal)
    if (!Number.isSafeInteger(reported) || (reported as number) <= 0)
      throw new Error('it gave no whole number of tokens from 1')
    return [{ ...about, output: toJson({ model: input.model, estimate, reported }) }]
  } catch (error) {
    return signal.aborted ? [] : [{ ...about, error: shortenForError(reasonOf(error)) }]
  }
}
