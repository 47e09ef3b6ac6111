import type { EffectKind, EffectOutcome } from '../ir/event.ts'
import { shortenForError } from '../text/columns.ts'
import { toJson } from '../text/json.ts'
import { reasonOf } from '../text/reason.ts'
import type { EffectHandler } from './effect-handler.ts'
import { untilAborted } from './until-aborted.ts'

/** Work that is done by one call of a handler. */
interface Work<Input> {
  readonly kind: EffectKind
  readonly key: string
  readonly input: Input
}

/**
 * Calls a handler for one piece of work; `read` checks what it gave, and returns the value to store. No outcome if the
 * signal is aborted. Never throws.
 */
export async function callHandler<Input, Made>(
  { kind, key, input }: Work<Input>,
  handler: EffectHandler<Input, Made>,
  signal: AbortSignal,
  read: (made: Made) => unknown,
): Promise<EffectOutcome[]> {
  if (signal.aborted) return []
  const about = { kind, key, handler: handler.id }
  try {
    // The handler gets a copy, because the caller may send these objects.
    const made = await untilAborted(handler.run(structuredClone(input), { signal }), signal)
    return [{ ...about, output: toJson(read(made)) }]
  } catch (error) {
    return signal.aborted ? [] : [{ ...about, error: shortenForError(reasonOf(error)) }]
  }
}
