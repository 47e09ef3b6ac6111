import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime, PlayingText } from './audio-time.ts'
import type { LogEffect } from './effect.ts'

/** Text of a slot that the model holds, and the block that carried it. */
export interface Told {
  readonly text: string
  readonly item: string | null
  /** Number of the message that carried the text. */
  readonly frame: number
  /** Tokens of the conversation when the text was sent. */
  readonly at: number
}

/** Text of a slot on its way to the model. */
export type Telling = Pick<Told, 'text' | 'item'>

/** Message that is not confirmed yet. */
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
  /** Texts of the slots that the message carries; null for a slot that it revokes. */
  readonly slots: Readonly<Record<string, Telling | null>>
  /** Id of the call that the message answers. */
  readonly call?: string
  /** Id and text of the context that replaces the message if it is lost. */
  readonly unsaid?: { readonly id: string; readonly text: string }
  /** Text of the message for a session whose handle does not hold it. */
  readonly unheld?: string
  /** Call whose progress the message reports, and the report as context. */
  readonly progress?: { readonly call: string; readonly text: string }
}

/** Call of a tool. */
export interface OpenCall {
  readonly name: string
  readonly args: JsonObject
  readonly isBackground: boolean
  /** Whether the call was made in the current connection. */
  readonly isCurrent: boolean
  /** Newest progress report of the tool, if reports go to the model as context. */
  readonly progress?: string
  /** Result that the model does not hold yet; undefined while the tool runs. */
  readonly value?: JsonValue
}

/** Text of the user, or a result, in the form for another session. */
export interface Unheld {
  readonly frame: number
  readonly id: string
  readonly text: string
}

/** Report that waits for a transcript, or for the end of earlier audio; `words` marks the place of the transcript. */
export type WaitingReport = LogEffect | { readonly type: 'words' } | PlayingText

/** Audio of the model's newest answer. */
export interface Playback {
  /** Times of the audio; null if there is none, or all of it was played. */
  readonly audio: AudioTime | null
  /** Whether the app reported how much the user heard. */
  readonly isTold: boolean
}

/** Tokens of the conversation, as the server reports them. */
export interface TokenCount {
  /** Tokens that the model holds now; null before the first report. */
  readonly total: number | null
  /** Tokens of the first report: roughly the setup, which is never dropped. */
  readonly setup: number
  /** Tokens that the model received and wrote since the connection began. */
  readonly seen: number
}

/** State of a live conversation: plain data, with a size limited by the declarations and the open calls. */
export interface EngineState {
  readonly status: 'new' | 'connecting' | 'open' | 'ended'
  readonly attempts: number
  readonly values: JsonObject
  /** Agent that speaks; null before the conversation begins. */
  readonly agent: string | null
  readonly phase: string | null
  /** Text that the model gets once, when the phase is entered. */
  readonly entry: string | null
  /**
   * Instruction of the first agent as of the conversation's start, and the instruction of another agent that speaks
   * now.
   */
  readonly base: string
  readonly agentBase: string | null
  readonly turn: number
  /** Number of turns in the phase without progress, and number of missing needs. */
  readonly stuck: { readonly turns: number; readonly missing: number }
  readonly isAnswering: boolean
  /** Whether an answer is expected that has not begun. */
  readonly isExpecting: boolean
  readonly isSpeaking: boolean
  /** Whether the model must speak, or answer results, as soon as possible. */
  readonly speakDue: boolean
  readonly told: Readonly<Record<string, Told>>
  /** All slots ever sent in this session: a resumed session may hold any of them. */
  readonly ever: readonly string[]
  /** Slots that a resumed session may still hold, because the content of its handle is unknown. */
  readonly maybe: readonly string[]
  readonly flying: Readonly<Record<string, Flying>>
  readonly nextFrame: number
  readonly calls: Readonly<Record<string, OpenCall>>
  /** Results that came too late for their call, sent as context: text by id. */
  readonly late: Readonly<Record<string, string>>
  readonly handle: string | null
  /** Texts that the handle is known to hold; null if unknown. */
  readonly held: Readonly<Record<string, Told>> | null
  /** Whether the handle holds the texts said before its session. */
  readonly holdsHistory: boolean
  /**
   * Texts of the user and results that the handle does not hold; only for protocols whose handles report their content.
   */
  readonly unheld: readonly Unheld[]
  /** Whether the session can be resumed at this moment. */
  readonly isResumable: boolean
  /** Number of turns in which a change has waited for a handle, so that another connection could carry it. */
  readonly turnsWithoutHandle: number
  readonly isGoingAway: boolean
  /** Carriers that the server refused. */
  readonly refused: readonly string[]
  /** Texts that the server refused, by slot, with the number of refusals. Repeatedly refused texts are given up. */
  readonly refusals: Readonly<Record<string, { readonly text: string; readonly count: number }>>
  /** Number of failed messages since the last confirmed one, and whether sending waits for the retry timer. */
  readonly failures: number
  readonly isWaiting: boolean
  readonly tokens: TokenCount
  /** Newest texts of the conversation, for the extraction and for a new session. */
  readonly recent: readonly SaidText[]
  /** Texts from before this connection, as JSON, if the model does not hold them. */
  readonly history: string | null
  readonly heard: string
  readonly spoke: string
  readonly isCut: boolean
  readonly playback: Playback
  /** Reports that wait for the transcript of an earlier speech, in order. */
  readonly waiting: readonly WaitingReport[]
  /** Numbers of the last requested extraction and of the last extraction whose facts were stored. */
  readonly extraction: { readonly asked: number; readonly taken: number }
}

/** Token count at the start of a connection. */
export const noTokens: TokenCount = { total: null, setup: 0, seen: 0 }

/** Initial playback state: nothing is playing. */
export const notPlaying: Playback = { audio: null, isTold: false }

/** Returns the state of a conversation that has not begun. */
export const newState = (values: JsonObject = {}): EngineState => ({
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
