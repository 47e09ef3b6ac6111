import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime, PlayingText } from './audio-time.ts'
import type { LogEffect } from './effect.ts'

/** Text of a slot (such as the phase or the tools) that the model has received, and the block in which it was sent. */
export interface Told {
  readonly text: string
  readonly item: string | null
  /** Number of the message that contained the text. */
  readonly frame: number
  /** Number of tokens in the conversation when the text was sent. */
  readonly at: number
}

/** Text of a slot that was sent, but not confirmed yet. */
export type Telling = Pick<Told, 'text' | 'item'>

/** Message that was sent, but not confirmed yet. */
export interface Flying {
  readonly kind:
    | 'setup'
    | 'update'
    | 'context'
    | 'remove'
    | 'speak'
    | 'cancel'
    | 'text'
    | 'progress'
    | 'result'
  /** Texts in the message, by slot; null for a slot whose text the message revokes. */
  readonly slots: Readonly<Record<string, Telling | null>>
  /** Id of the call whose result the message contains. */
  readonly call?: string
  /** Id and text of the context that replaces the message if it gets lost. */
  readonly unsaid?: { readonly id: string; readonly text: string }
  /** Text of the message for another session, if the resumption handle does not include the message. */
  readonly unheld?: string
  /** Call whose progress the message reports, and the text that replaces the report if it gets lost. */
  readonly progress?: { readonly call: string; readonly text: string }
}

/** Tool call that is not closed yet. */
export interface OpenCall {
  readonly name: string
  readonly args: JsonObject
  readonly isBackground: boolean
  /** Whether the call was made on the current connection. */
  readonly isCurrent: boolean
  /** Newest progress report, if progress is sent to the model as context. */
  readonly progress?: string
  /** Result that the model has not received yet; undefined while the tool runs. */
  readonly value?: JsonValue
}

/**
 * User's text or call result, worded as context for the next session. It is sent there if the resumption handle does
 * not include the message.
 */
export interface Unheld {
  readonly frame: number
  readonly id: string
  readonly text: string
}

/** Log entry that waits for a transcript or for the end of earlier audio. `words` is a missing transcript. */
export type WaitingReport = LogEffect | { readonly type: 'words' } | PlayingText

/** Audio of the model's newest answer. */
export interface Playback {
  /** Times of the audio; null if there is no audio, or if all of it was played. */
  readonly audio: AudioTime | null
  /** Whether the app has reported how much the user heard. */
  readonly isTold: boolean
}

/** Token counts of the conversation, as the server reports them. */
export interface TokenCount {
  /** Number of tokens in the model's context; null before the first report. */
  readonly total: number | null
  /** Number of tokens in the first report. This is roughly the setup, which the model never drops. */
  readonly setup: number
  /** Number of tokens that the model received or wrote since the connection began. */
  readonly seen: number
}

/** State of a live conversation, as plain data. Its size is limited by the declarations and the open calls. */
export interface EngineState {
  readonly status: 'new' | 'connecting' | 'open' | 'ended'
  readonly attempts: number
  readonly values: JsonObject
  /** Agent that speaks; null before the conversation begins. */
  readonly agent: string | null
  readonly phase: string | null
  /** Text that the model gets once, because the current phase was entered. */
  readonly entry: string | null
  /**
   * Instruction of the first agent, as written at the start, and instruction of another agent that speaks now; null for
   * none.
   */
  readonly base: string
  readonly agentBase: string | null
  readonly turn: number
  /** Number of turns in which the phase gathered no key, and number of keys that are missing. */
  readonly stuck: { readonly turns: number; readonly missing: number }
  readonly isAnswering: boolean
  /** Whether an answer was requested that has not begun yet. */
  readonly isExpecting: boolean
  readonly isSpeaking: boolean
  /** Whether to request an answer from the model as soon as possible. */
  readonly speakDue: boolean
  readonly told: Readonly<Record<string, Told>>
  /** All slots whose texts were ever sent in this session. A resumed session may have any of these texts. */
  readonly ever: readonly string[]
  /** Slots whose texts a resumed session may still have, because the content of its handle is unknown. */
  readonly maybe: readonly string[]
  readonly flying: Readonly<Record<string, Flying>>
  readonly nextFrame: number
  readonly calls: Readonly<Record<string, OpenCall>>
  /** Texts that could not be sent in their own message, such as late results, by id. They are sent as context. */
  readonly late: Readonly<Record<string, string>>
  readonly handle: string | null
  /** Texts that the resumption handle is known to include, by slot; null if unknown. */
  readonly held: Readonly<Record<string, Told>> | null
  /** Whether the resumption handle includes the texts from before its session. */
  readonly holdsHistory: boolean
  /**
   * Texts of the user and results that the resumption handle does not include. Only used for protocols that report
   * which messages a handle includes.
   */
  readonly unheld: readonly Unheld[]
  /** Whether the session can be resumed now. */
  readonly isResumable: boolean
  /** Number of turns in which a change that needs a new connection has waited for a resumption handle. */
  readonly turnsWithoutHandle: number
  readonly isGoingAway: boolean
  /** Ways of changing the instruction or tools that the server refused, such as `tools/update`. */
  readonly refused: readonly string[]
  /** Texts that the server refused, by slot, with the number of refusals. After too many, a text is not sent again. */
  readonly refusals: Readonly<Record<string, { readonly text: string; readonly count: number }>>
  /** Number of lost messages since the last confirmed message, and whether sending waits for a retry timer. */
  readonly failures: number
  readonly isWaiting: boolean
  readonly tokens: TokenCount
  /** Newest texts of the conversation, for the extraction of facts and for a new session. */
  readonly recent: readonly SaidText[]
  /** Texts from before this connection, as JSON, if the session does not have them; else null. */
  readonly history: string | null
  readonly heard: string
  readonly spoke: string
  readonly isCut: boolean
  readonly playback: Playback
  /** Log entries that wait for a transcript or for audio, in order. */
  readonly waiting: readonly WaitingReport[]
  /** Number of the newest extraction request, and number of the newest request whose facts were stored. */
  readonly extraction: { readonly asked: number; readonly taken: number }
}

/** Token counts at the start of a connection. */
export const noTokens: TokenCount = { total: null, setup: 0, seen: 0 }

/** Initial playback state: nothing is playing. */
export const notPlaying: Playback = { audio: null, isTold: false }

/** Returns the state of a conversation that has not begun. */
export const newEngineState = (values: JsonObject = {}): EngineState => ({
  ...{ status: 'new', attempts: 0, values, agent: null, phase: null, entry: null, base: '', agentBase: null },
  ...{ turn: 0, stuck: { turns: 0, missing: 0 }, isAnswering: false, isExpecting: false },
  ...{ isSpeaking: false, speakDue: false },
  ...{ told: {}, ever: [], maybe: [], flying: {}, nextFrame: 0, calls: {}, late: {} },
  ...{ handle: null, held: null, holdsHistory: true, unheld: [], isResumable: false, turnsWithoutHandle: 0 },
  ...{ isGoingAway: false },
  ...{
    refused: [],
    refusals: {},
    failures: 0,
    isWaiting: false,
    tokens: noTokens,
    recent: [],
    history: null,
  },
  ...{
    heard: '',
    spoke: '',
    isCut: false,
    playback: notPlaying,
    waiting: [],
    extraction: { asked: 0, taken: 0 },
  },
})
