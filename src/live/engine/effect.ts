import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { LiveMessage } from './message.ts'

/** Diagnostic to report, such as a refused message. */
export interface LiveNote {
  readonly type: 'note'
  readonly diagnostic: Diagnostic
}

/** Writer of state values: the app, a tool, a tool whose result outsiders wrote, or the extraction of facts. */
export type StateWriter = 'app' | 'tool' | 'external' | 'extraction'

/** Text that the user or the model said. `agent` is the agent that spoke or was spoken to. */
export interface SaidEffect {
  readonly type: 'said'
  readonly by: 'user' | 'model'
  readonly agent: string
  readonly text: string
  /** Whether the answer was interrupted. If so, `text` is the part that the user heard. */
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

/** Request to extract facts from the newest texts. They come back in an event with this agent and number. */
export interface ExtractEffect {
  readonly type: 'extract'
  readonly agent: string
  readonly number: number
  readonly said: readonly SaidText[]
}

/** Effect that is logged in the session, so that its order among such effects matters. */
export type LogEffect = SaidEffect | CalledEffect | AnsweredEffect | ExtractEffect

/** Output of the engine. The caller of `step` performs the effects in their order. */
export type LiveEffect =
  | { readonly type: 'connect'; readonly handle: string | null; readonly delay: number }
  | { readonly type: 'send'; readonly frame: number; readonly message: LiveMessage }
  | { readonly type: 'close'; readonly reason: string }
  /** Runs a tool. The tool's result comes back as an event. */
  | { readonly type: 'run'; readonly id: string; readonly name: string; readonly args: JsonObject }
  | { readonly type: 'abort'; readonly id: string }
  | ExtractEffect
  /** Starts a timer whose end comes back as an event. An `after` of null cancels the timer. */
  | { readonly type: 'timer'; readonly name: string; readonly after: number | null }
  /** Text for the session's log. */
  | SaidEffect
  | { readonly type: 'phase'; readonly from: string | null; readonly to: string }
  /** Another agent of the conversation speaks from now on. */
  | { readonly type: 'transferred'; readonly from: string; readonly to: string }
  /**
   * The answer was cut off, so its remaining audio must not be played. `goesOn` says whether the server may send more
   * of that audio.
   */
  | { readonly type: 'cut'; readonly goesOn: boolean }
  | {
      readonly type: 'state'
      readonly set: JsonObject
      readonly delete: readonly string[]
      /** Writer of the values. It decides how much the values are trusted. */
      readonly by: StateWriter
    }
  | CalledEffect
  | AnsweredEffect
  | LiveNote
