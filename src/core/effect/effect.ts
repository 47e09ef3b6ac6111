import type { CachedPrefix, EffectKind, EventRange } from '../ir/event.ts'
import type { Owner } from '../session/owner.ts'
import { digest } from '../text/digest.ts'
import { valueKey } from '../text/equal.ts'
import type { CacheInput } from './cache/handler.ts'
import type { ExtractInput } from './extract/handler.ts'
import type { SummarizeInput } from './summarize/handler.ts'

/** Inputs of each kind of work. */
export interface EffectInputs {
  readonly embed: { readonly text: string }
  readonly detect: { readonly text: string }
  readonly recall: { readonly owner: Owner; readonly text: string; readonly top: number }
  readonly summarize: SummarizeInput
  readonly extract: ExtractInput
  readonly cache: CacheInput
}

/** Work of one kind. */
export interface EffectOf<Kind extends EffectKind> {
  /** Hash that identifies the work by its kind, handler and input. */
  readonly key: string
  readonly kind: Kind
  readonly input: EffectInputs[Kind]
  /** Events to summarize. */
  readonly covers?: readonly EventRange[]
  /** Beginning of the request that a cache is to hold. */
  readonly prefix?: CachedPrefix
}

/** Work that a compile wants: one for each text, whatever the batch size of the handler. */
export type Effect<Kind extends EffectKind = EffectKind> = { [One in Kind]: EffectOf<One> }[Kind]

/** Handler that does the work. */
interface Doer {
  readonly id: string
  readonly version?: string
}

/** Returns the key of some work: a hash of the kind, the handler, and what identifies the input. */
export const effectKey = (kind: EffectKind, { id, version }: Doer, identity: unknown): string =>
  // 128 bits of the digest: nobody can find two inputs that share so many.
  digest(valueKey([kind, id, version ?? null, identity])).slice(0, 32)

/**
 * Returns an effect. Its key is a hash of the kind, the handler and the input, whatever the order of the input's keys.
 */
export function effectOf<Kind extends EffectKind>(
  kind: Kind,
  doer: Doer,
  input: EffectInputs[Kind],
): EffectOf<Kind> {
  return { key: effectKey(kind, doer, input), kind, input }
}
