import type { JsonObject, JsonValue } from '../../ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'

/** Text of a slot that the model holds, and the block that carries it. */
export interface Told {
  readonly text: string
  readonly item: string | null
}

/** Message that is not confirmed yet. */
export interface Flying {
  readonly kind: 'setup' | 'update' | 'context' | 'remove' | 'speak' | 'text' | 'result'
  /** Texts of the slots that it carries; null for a slot that it takes back. */
  readonly slots: Readonly<Record<string, Told | null>>
  /** Call that it answers. */
  readonly call?: string
  /** Id and text of the context that replaces the message if it is lost. */
  readonly unsaid?: { readonly id: string; readonly text: string }
}

/** Call of a tool. */
export interface OpenCall {
  readonly name: string
  readonly args: JsonObject
  readonly isBackground: boolean
  /** Whether the connection in which it was made is the current one. */
  readonly isCurrent: boolean
  /** Result that the model does not have yet; undefined while the tool runs. */
  readonly value?: JsonValue
}

/** State of a live conversation. It is plain data, bounded by the declarations and the open calls. */
export interface EngineState {
  readonly status: 'new' | 'connecting' | 'open' | 'ended'
  readonly attempts: number
  readonly values: JsonObject
  readonly phase: string | null
  /** Text that the model is told once on entry to the phase. */
  readonly entry: string | null
  /** The base instruction, as it was when the conversation began. */
  readonly base: string
  readonly turn: number
  /** Turns in the phase without progress, and the number of needs that were missing. */
  readonly stuck: { readonly turns: number; readonly missing: number }
  readonly isAnswering: boolean
  readonly isSpeaking: boolean
  /** Whether the model is to speak, or to answer results, as soon as it may. */
  readonly speakDue: boolean
  readonly told: Readonly<Record<string, Told>>
  /** Slots that were told in this session, ever: a resumed one may hold any of them. */
  readonly ever: readonly string[]
  /** Slots that a resumed session may still hold, because nobody knows what its handle holds. */
  readonly maybe: readonly string[]
  readonly flying: Readonly<Record<string, Flying>>
  readonly nextFrame: number
  readonly calls: Readonly<Record<string, OpenCall>>
  /** Results that came too late for their call, told as context: text by id. */
  readonly late: Readonly<Record<string, string>>
  readonly handle: string | null
  /** Whether the session may be resumed at this moment. */
  readonly isResumable: boolean
  readonly isGoingAway: boolean
  /** Carriers that the server refused. */
  readonly refused: readonly string[]
  /** Number of failed messages since the last confirmed one, and whether sending waits for a timer. */
  readonly failures: number
  readonly isWaiting: boolean
  /** Newest texts of the conversation, for the extraction. */
  readonly recent: readonly SaidText[]
  readonly heard: string
  readonly spoke: string
  readonly isCut: boolean
}

/** Returns the state of a conversation that has not begun. */
export const newState = (values: JsonObject = {}): EngineState => ({
  ...{ status: 'new', attempts: 0, values, phase: null, entry: null, base: '', turn: 0 },
  ...{ stuck: { turns: 0, missing: 0 }, isAnswering: false, isSpeaking: false, speakDue: false },
  ...{
    told: {},
    ever: [],
    maybe: [],
    flying: {},
    nextFrame: 0,
    calls: {},
    late: {},
    handle: null,
    isResumable: false,
    isGoingAway: false,
  },
  ...{ refused: [], failures: 0, isWaiting: false, recent: [], heard: '', spoke: '', isCut: false },
})
