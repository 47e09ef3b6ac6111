import type { EffectKind } from '../ir/event.ts'
import { digest } from '../text/digest.ts'
import { valueKey } from '../text/value-key.ts'

/** Inputs of each kind of work. Another kind, such as summaries, would be one more line. */
export interface EffectInputs {
  readonly embed: { readonly text: string }
}

/** Work that a compile wants to be done: one for each text, whatever the batch size of the handler. */
export interface Effect<Kind extends EffectKind = EffectKind> {
  /** Hash that identifies the work by its kind, handler and input. */
  readonly key: string
  readonly kind: Kind
  readonly input: EffectInputs[Kind]
}

/** Handler that does the work. */
interface Doer {
  readonly id: string
  readonly version?: string
}

/**
 * Returns an effect. Its key is a hash of the kind, the handler and the input, whatever the order of the input's keys.
 */
export function effectOf<Kind extends EffectKind>(
  kind: Kind,
  { id, version }: Doer,
  input: EffectInputs[Kind],
): Effect<Kind> {
  // 128 bits of the digest: nobody can find two inputs that share so many.
  const key = digest(valueKey([kind, id, version ?? null, input])).slice(0, 32)
  return { key, kind, input }
}
