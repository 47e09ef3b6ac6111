import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { JsonObject, JsonValue } from '../../ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { LiveMessage } from './message.ts'

/** Thing that somebody should know of. */
export interface LiveNote {
  readonly type: 'note'
  readonly diagnostic: Diagnostic
}

/** Output of the engine, for the driver to perform in this order. */
export type LiveEffect =
  | { readonly type: 'connect'; readonly handle: string | null; readonly delay: number }
  | { readonly type: 'send'; readonly frame: number; readonly message: LiveMessage }
  | { readonly type: 'close'; readonly reason: string }
  /** Runs a tool; its result comes back as an event. */
  | { readonly type: 'run'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'abort'; readonly id: string }
  /** Reads facts from what was said; they come back as an event. */
  | { readonly type: 'extract'; readonly said: readonly SaidText[] }
  /** Sends a timer event later; null ends the timer. */
  | { readonly type: 'timer'; readonly name: string; readonly after: number | null }
  /** Something for the session's log. */
  | { readonly type: 'said'; readonly by: 'user' | 'model'; readonly text: string; readonly isCut: boolean }
  | { readonly type: 'phase'; readonly from: string | null; readonly to: string }
  /** Another agent of the conversation speaks from here on. */
  | { readonly type: 'transferred'; readonly from: string; readonly to: string }
  /** The answer was cut off: what is left of its audio is not to be played. */
  | { readonly type: 'cut' }
  | {
      readonly type: 'state'
      readonly set: JsonObject
      readonly delete: readonly string[]
      /** Whether the values were read from what was said, so that they are no more to be trusted than that. */
      readonly isExtracted: boolean
    }
  | { readonly type: 'called'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | {
      readonly type: 'answered'
      readonly id: string
      readonly name: string
      readonly value: JsonValue
      readonly isError: boolean
      readonly isExternal: boolean
    }
  | LiveNote
