import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Counter } from '../../count/counter.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { ModelFacts } from '../../ir/model.ts'
import type { Fingerprint } from '../../ir/plan.ts'
import type { StringOrigins } from '../../map/origins.ts'
import type { CountText, Shaper } from '../../pass/run-local.ts'
import type { Sight } from '../../session/unit/sight.ts'
import type { Names } from '../../target/names.ts'
import type { BackEnd, Marking, Target } from '../../target/target.ts'
import type { VendorForm } from '../../vendor/ai-sdk/forms/vendor-form.ts'
import type { CompileOptions } from './options.ts'
import type { Room } from './room.ts'
import type { Schedule } from './schedule.ts'
import type { Sizing } from './sizing.ts'
import type { Stubs } from './stubs.ts'
import type { Meter } from './work.ts'

/** Setup of the cache marks that a compile places. */
export interface MarkSetup {
  readonly marking: Marking<never>
  readonly facts: ModelFacts<never>
  /** Maximum number of cache marks in a request; 0 if the provider accepts none. */
  readonly most: number
  /** Lifetime of the cache entries in the provider's notation; null for the default. */
  readonly ttl: string | null
  /** Whether the rules of the provider's cache are known. If not, the marks of the input messages are kept. */
  readonly isKnown: boolean
}

/** Inputs of a compile that do not depend on the session. They are made once for an agent and its options. */
export interface Setup {
  readonly agent: ResolvedAgent
  /** Settings that decide which part of a session the agent sees (the agent's sight). */
  readonly sight: Sight
  readonly options: CompileOptions
  readonly target: Target<never>
  readonly model: string | null
  /** Facts of the model, including the caller's model rows. */
  readonly facts: ModelFacts<never>
  readonly backEnd: BackEnd
  /** Form that the API of the model's vendor uses for AI SDK parts. */
  readonly form: VendorForm
  readonly origins: StringOrigins
  readonly names: Names
  readonly meter: Meter
  readonly stubs: Stubs
  /** Maximum tokens of input; null if there is no limit. */
  readonly limit: number | null
  /** Soft size of the input in tokens, below the limit; null if there is none. */
  readonly aim: number | null
  /** Whether the caller's budget makes the limit smaller than the model's own, or has a soft size. */
  readonly isBudgeted: boolean
  /** Room (tokens and other limits) for the history within the input limit. */
  readonly room: Room
  readonly low: number
  readonly sizing: Sizing
  readonly counter: Counter
  /** Returns an upper bound of a text's tokens. */
  readonly count: CountText
  readonly schedule: Schedule
  readonly shaper: Shaper
  /** Whether the provider refuses reasoning if any content before it has changed (rules A25 and R24). */
  readonly bindsReasoning: boolean
  /** Whether tokens are estimated, so that token usage reported by the provider can improve the counts. */
  readonly calibrates: boolean
  readonly fingerprint: () => Fingerprint
  /** Setup of the cache marks; null if the marks of the input are kept. */
  readonly marks: MarkSetup | null
  /** Diagnostics of the setup, found before any session was read. */
  readonly diagnostics: readonly Diagnostic[]
}
