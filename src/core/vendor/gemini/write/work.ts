import type { GeminiRules } from '../../../ir/model.ts'
import type { Setting, UnitOptions } from '../../../target/target.ts'
import type { Writer } from '../../../target/writer.ts'

/** Inputs that every step of writing one unit needs. */
export interface Work {
  readonly writer: Writer
  readonly setting: Setting<GeminiRules>
  readonly options: UnitOptions
}
