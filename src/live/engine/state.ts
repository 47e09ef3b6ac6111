import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { SaidText } from '../declare/live-config.ts'
import type { AudioTime, PlayingText } from './audio-time.ts'
import type { LogEffect } from './effect.ts'

/** Text of a slot that the model holds, and the block that carries it. */
export interface Told {
  readonly text: string
  readonly item: string | null
  /** Message that carried it. */
  readonly frame: number
  /** Tokens of the conversation when it was sent. */
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
  /** Texts of the slots that it carries; null for a slot that it takes back. */
  readonly slots: Readonly<Record<string, Telling | null>>
  /** Call that it answers. */
  readonly call?: string
  /** Id and text of the context that replaces the message if it is lost. */
  readonly unsaid?: { readonly id: string; readonly text: string }
  /** Text of the message for a session whose handle does not hold it. */
  readonly unheld?: string
  /** Call whose progress it reports, and the report as context. */
  readonly progress?: { readonly call: string; readonly text: string }
}

/** Call of a tool. */
export interface OpenCall {
  readonly name: string
  readonly args: JsonObject
  readonly isBackground: boolean
  /** Whether the connection in which it was made is the current one. */
  readonly isCurrent: boolean
  /** Newest report of the tool's progress, where it goes to the model as context. */
  readonly progress?: string
  /** Result that the model does not have yet; undefined while the tool runs. */
  readonly value?: JsonValue
}

/** Text of the user, or a result, in the form in which another session would get it. */
export interface Unheld {
  readonly frame: number
  readonly id: string
  readonly text: string
}

/** Report that waits for the words of a speech, or for the end of the audio before it; `words` stands where the words belong. */
export type WaitingReport = LogEffect | { readonly type: 'words' } | PlayingText

/** Audio of the model's newest answer. */
export interface Playback {
  /** Times of the audio; null where there is none, or it was played. */
  readonly audio: AudioTime | null
  /** Whether the app has said how much was heard. */
  readonly isTold: boolean
}

/** Tokens of the conversation, as the server reports them. */
export interface TokenCount {
  /** Tokens that the model holds now; null before the first report. */
  readonly total: number | null
  /** Tokens of the first report: the setup, which is never dropped, and a little more. */
  readonly setup: number
  /** Tokens that the model was given and has written since the connection began. */
  readonly seen: number
}

/** State of a live conversation. It is plain data, bounded by the declarations and the open calls. */
export interface EngineState {
  readonly status: 'new' | 'connecting' | 'open' | 'ended'
  readonly attempts: number
  readonly values: JsonObject
  /** Agent that speaks; null before the conversation begins. */
  readonly agent: string | null
  readonly phase: string | null
  /** Text that the model gets once, on entry to the phase. */
  readonly entry: string | null
  /** Instruction of the first agent as it was when the conversation began, and that of another agent that speaks now. */
  readonly base: string
  readonly agentBase: string | null
  readonly turn: number
  /** Turns in the phase without progress, and the number of needs that were missing. */
  readonly stuck: { readonly turns: number; readonly missing: number }
  readonly isAnswering: boolean
  /** Whether the answer is expected, and has not begun. */
  readonly isExpecting: boolean
  readonly isSpeaking: boolean
  /** Whether the model is to speak, or to answer results, as soon as it may. */
  readonly speakDue: boolean
  readonly told: Readonly<Record<string, Told>>
  /** All slots that were ever sent in this session: a resumed one may hold any of them. */
  readonly ever: readonly string[]
  /** Slots that a resumed session may still hold, because nobody knows what its handle holds. */
  readonly maybe: readonly string[]
  readonly flying: Readonly<Record<string, Flying>>
  readonly nextFrame: number
  readonly calls: Readonly<Record<string, OpenCall>>
  /** Results that came too late for their call, sent as context: text by id. */
  readonly late: Readonly<Record<string, string>>
  readonly handle: string | null
  /** Texts that the handle is known to hold; null where nobody knows. */
  readonly held: Readonly<Record<string, Told>> | null
  /** Whether the handle holds what was said before its session. */
  readonly holdsHistory: boolean
  /** Texts of the user and results that the handle does not hold, where handles say what they hold. */
  readonly unheld: readonly Unheld[]
  /** Whether the session may be resumed at this moment. */
  readonly isResumable: boolean
  /** Number of turns in which something has waited for a handle to go with another connection. */
  readonly turnsWithoutHandle: number
  readonly isGoingAway: boolean
  /** Carriers that the server refused. */
  readonly refused: readonly string[]
  /** Texts that the server refused, by slot, and how often. One that it refuses again and again is given up. */
  readonly refusals: Readonly<Record<string, { readonly text: string; readonly count: number }>>
  /** Number of failed messages since the last confirmed one, and whether sending waits for a timer. */
  readonly failures: number
  readonly isWaiting: boolean
  readonly tokens: TokenCount
  /** Newest texts of the conversation, for the extraction and for a session that begins anew. */
  readonly recent: readonly SaidText[]
  /** Texts from before this connection, as JSON, if the model does not hold them. */
  readonly history: string | null
  readonly heard: string
  readonly spoke: string
  readonly isCut: boolean
  readonly playback: Playback
  /** Reports in their order that wait for the words of a speech before them. */
  readonly waiting: readonly WaitingReport[]
  /** Numbers of the last extraction that was asked for, and of the last one that was taken. */
  readonly extraction: { readonly asked: number; readonly taken: number }
}

/** Count of a connection that begins. */
export const noTokens: TokenCount = { total: null, setup: 0, seen: 0 }

/** Playback where nothing plays. */
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
