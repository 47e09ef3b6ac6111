import type { EffectKind } from '../ir/event.ts'
import { digest } from '../text/digest.ts'
import { valueKey } from '../text/value-key.ts'

/** Inputs of each kind of work. `summarize` is to be one more line. */
interface Inputs {
  readonly embed: { readonly text: string }
}

/** Work that a run of the core would have done: one for each text, however many a handler takes at a time. */
export interface Effect<Kind extends EffectKind = EffectKind> {
  /** Tells it: the same kind, handler and input are the same work. */
  readonly key: string
  readonly kind: Kind
  readonly input: Inputs[Kind]
}

/** Handler that does the work. */
interface Doer {
  readonly id: string
  readonly version?: string
}

/** An effect; its key is a hash of the kind, the handler and the input as JSON whose keys have no order. */
export function effectOf<Kind extends EffectKind>(
  kind: Kind,
  { id, version }: Doer,
  input: Inputs[Kind],
): Effect<Kind> {
  // 128 bits of it: no two inputs have been found, or can be made, that share so many.
  const key = digest(valueKey([kind, id, version ?? null, input])).slice(0, 32)
  return { key, kind, input }
}
