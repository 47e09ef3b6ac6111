import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { LiveMessage } from './message.ts'

/** Thing that somebody should know of. */
export interface LiveNote {
  readonly type: 'note'
  readonly diagnostic: Diagnostic
}

/** Writer of state values: the app, a tool, a tool whose results outsiders write, or what was read from words. */
export type StateWriter = 'app' | 'tool' | 'external' | 'extraction'

/** Text that was said. `agent` is the one that spoke, or was spoken to. */
export interface SaidEffect {
  readonly type: 'said'
  readonly by: 'user' | 'model'
  readonly agent: string
  readonly text: string
  /** Whether the answer was interrupted: the text is what was heard of it. */
  readonly isCut: boolean
}

/** Call of a tool by an agent. */
export interface CalledEffect {
  readonly type: 'called'
  readonly agent: string
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}

/** Result of a call. */
export interface AnsweredEffect {
  readonly type: 'answered'
  readonly id: string
  readonly name: string
  readonly value: JsonValue
  readonly isError: boolean
  readonly isExternal: boolean
}

/** Request to read facts from what was said to an agent; they come back as an event of the same number. */
export interface ExtractEffect {
  readonly type: 'extract'
  readonly agent: string
  readonly number: number
  readonly said: readonly SaidText[]
}

/** Report whose place among the others matters. */
export type LogEffect = SaidEffect | CalledEffect | AnsweredEffect | ExtractEffect

/** Output of the engine, for the driver to perform in this order. */
export type LiveEffect =
  | { readonly type: 'connect'; readonly handle: string | null; readonly delay: number }
  | { readonly type: 'send'; readonly frame: number; readonly message: LiveMessage }
  | { readonly type: 'close'; readonly reason: string }
  /** Runs a tool; its result comes back as an event. */
  | { readonly type: 'run'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'abort'; readonly id: string }
  | ExtractEffect
  /** Sends a timer event later; null ends the timer. */
  | { readonly type: 'timer'; readonly name: string; readonly after: number | null }
  /** Something for the session's log. */
  | SaidEffect
  | { readonly type: 'phase'; readonly from: string | null; readonly to: string }
  /** Another agent of the conversation speaks from here on. */
  | { readonly type: 'transferred'; readonly from: string; readonly to: string }
  /** The answer was cut off: what is left of its audio is not to be played. `goesOn` says that the server may send more of it. */
  | { readonly type: 'cut'; readonly goesOn: boolean }
  | {
      readonly type: 'state'
      readonly set: JsonObject
      readonly delete: readonly string[]
      /** Writer of the values, by which they are trusted. */
      readonly by: StateWriter
    }
  | CalledEffect
  | AnsweredEffect
  | LiveNote
