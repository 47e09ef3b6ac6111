import type { CachedPrefix, EffectKind, EventRange } from '../ir/event.ts'
import type { Owner } from '../session/owner.ts'
import type { StoredCompaction } from '../session/unit/stored-compaction.ts'
import { digest } from '../text/digest.ts'
import { valueKey } from '../text/equal.ts'
import type { CacheInput } from './cache/handler.ts'
import type { CompactInput } from './compact/handler.ts'
import type { CountInput } from './count/handler.ts'
import type { ExtractInput } from './extract/handler.ts'
import type { SummarizeInput } from './summarize/handler.ts'

/** Inputs of the handlers, by kind of work. */
export interface EffectInputs {
  readonly embed: { readonly text: string }
  readonly detect: { readonly text: string }
  readonly recall: { readonly owner: Owner; readonly text: string; readonly top: number }
  readonly summarize: SummarizeInput
  readonly extract: ExtractInput
  readonly cache: CacheInput
  readonly compact: CompactInput
  readonly count: CountInput
}

/** Origin of a request for a compaction. */
export interface AskedCompaction {
  readonly agent: string
  readonly branch: string
  readonly facts: StoredCompaction
}

/** Work of one kind. */
export interface EffectOf<Kind extends EffectKind> {
  /** Hash that identifies the work by its kind, handler and input. */
  readonly key: string
  readonly kind: Kind
  readonly input: EffectInputs[Kind]
  /** Events to summarize or compact. */
  readonly covers?: readonly EventRange[]
  /** Leading part of the request that the cache is for. */
  readonly prefix?: CachedPrefix
  /** Agent and branch whose conversation is compacted, and facts about the session. */
  readonly asked?: AskedCompaction
  /** Estimated tokens of the request to count. */
  readonly estimate?: number
}

/** Work that a compile requests: one effect for each text, whatever the handler's batch size. */
export type Effect<Kind extends EffectKind = EffectKind> = { [One in Kind]: EffectOf<One> }[Kind]

/** Identity of the handler that does the work; the key of the work includes it. */
interface Doer {
  readonly id: string
  readonly version?: string
}

/** Returns the key of some work: a hash of its kind, its handler, and the identity of its input. */
export const effectKey = (kind: EffectKind, { id, version }: Doer, identity: unknown): string =>
  // 128 bits of the digest are enough: nobody can find two inputs with the same 128 bits.
  digest(valueKey([kind, id, version ?? null, identity])).slice(0, 32)

/**
 * Returns an effect. Its key is a hash of the kind, the handler and the input. The order of keys in the input does not
 * matter.
 */
export function effectOf<Kind extends EffectKind>(
  kind: Kind,
  doer: Doer,
  input: EffectInputs[Kind],
): EffectOf<Kind> {
  return { key: effectKey(kind, doer, input), kind, input }
}
