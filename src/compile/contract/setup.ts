import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { ModelFacts } from '../../ir/model.ts'
import type { Origins } from '../../map/origins.ts'
import type { CountText, Shaper } from '../../pass/run-local.ts'
import type { Sight } from '../../session/unit/sight.ts'
import type { Names } from '../../target/names.ts'
import type { BackEnd, Marking, Target } from '../../target/target.ts'
import type { VendorForm } from '../../target/vendor-form/vendor-form.ts'
import type { CompileOptions } from './options.ts'
import type { Fingerprint } from './plan.ts'
import type { Room } from './room.ts'
import type { Schedule } from './schedule.ts'
import type { Sizing } from './sizing.ts'
import type { Stubs } from './stubs.ts'
import type { Meter } from './work.ts'

/** Setup of the cache marks that a compile puts in. */
export interface MarkSetup {
  readonly marking: Marking<never>
  readonly facts: ModelFacts<never>
  /** The most that a request may have; 0 where its provider takes none. */
  readonly most: number
  /** Null for the usual one. */
  readonly ttl: string | null
}

/** Everything that a compile needs and that no session changes: made once for an agent and its options. */
export interface Setup {
  readonly agent: ResolvedAgent
  /** The part of a session that it is shown. */
  readonly sight: Sight
  readonly options: CompileOptions
  readonly target: Target<never>
  readonly model: string | null
  readonly backEnd: BackEnd
  /** The form that the vendor's API has for parts of the AI SDK. */
  readonly form: VendorForm
  readonly origins: Origins
  readonly names: Names
  readonly meter: Meter
  readonly stubs: Stubs
  /** The most tokens of input; null where nothing limits it. */
  readonly limit: number | null
  /** Room that the limit leaves for the history. */
  readonly room: Room
  readonly low: number
  readonly sizing: Sizing
  /** The most tokens that a text may take. */
  readonly count: CountText
  readonly schedule: Schedule
  readonly shaper: Shaper
  /** Whether the provider refuses reasoning if anything before it changed: rule A25 in `target/anthropic/rules.ts`. */
  readonly bindsReasoning: boolean
  readonly fingerprint: () => Fingerprint
  /** Setup of cache marks; null if the marks that came in are kept. */
  readonly marks: MarkSetup | null
  /** Diagnostics found before any session was read. */
  readonly diagnostics: readonly Diagnostic[]
}
