import type { LiveEffect, LiveNote } from '../engine/effect.ts'
import type { LiveEvent } from '../engine/event.ts'
import type { LiveMessage } from '../engine/message.ts'

/** Report of a live conversation to its app. */
export type LiveReport =
  /** Audio of the model, as base64. */
  | { readonly type: 'audio'; readonly data: string }
  /** The answer was cut off, so the rest of the model's audio must not be played. */
  | { readonly type: 'interrupted' }
  /** Another agent of the conversation speaks from now on. */
  | { readonly type: 'transferred'; readonly from: string; readonly to: string }
  /** A piece of a text that somebody is saying. A later `said` has the whole text. */
  | { readonly type: 'saying'; readonly by: 'user' | 'model'; readonly text: string }
  /** Status of the connection: a new one is tried, it accepts messages, or the conversation ended. */
  | {
      readonly type: 'connection'
      readonly status: 'connecting' | 'open' | 'closed'
      readonly reason?: string
    }
  | Extract<LiveEffect, { readonly type: 'said' }>
  | { readonly type: 'phase'; readonly from: string | null; readonly to: string }
  | Extract<LiveEffect, { readonly type: 'state' }>
  | Extract<LiveEffect, { readonly type: 'called' }>
  | Extract<LiveEffect, { readonly type: 'answered' }>
  /** A message was sent to the model. The report has its content. */
  | { readonly type: 'sent'; readonly message: LiveMessage }
  | LiveNote
  | { readonly type: 'ended'; readonly reason: string }

/**
 * Input of the engine, with its time in milliseconds since 1970. It is one line of a record, from which a conversation
 * can be replayed.
 */
export interface LiveRecord {
  readonly at: number
  readonly event: LiveEvent
}

/** Returns the report to the app about an input of the engine; null if the app gets none. */
export function reportOfEvent(event: LiveEvent): LiveReport | null {
  switch (event.type) {
    case 'heard':
    case 'spoke':
      return { type: 'saying', by: event.type === 'heard' ? 'user' : 'model', text: event.text }
    case 'ready':
      return { type: 'connection', status: 'open' }
    case 'closed':
      return { type: 'connection', status: 'closed', reason: event.reason ?? '' }
    case 'progress':
    case 'result':
    case 'timer':
    case 'called':
    case 'start':
    case 'stop':
    case 'opened':
    case 'written':
    case 'acked':
    case 'failed':
    case 'removed':
    case 'answer-started':
    case 'speech-stopped':
    case 'interrupted':
    case 'speech-started':
    case 'waiting':
    case 'turn-complete':
    case 'calls-cancelled':
    case 'handle':
    case 'usage':
    case 'server-error':
    case 'interrupt':
    case 'heard-until':
    case 'go-away':
    case 'sending':
    case 'set':
    case 'extracted':
      return null
  }
}

/** Returns the report to the app about an effect of the engine; null if the app gets none. */
export function reportOfEffect(effect: LiveEffect): LiveReport | null {
  switch (effect.type) {
    case 'send':
      return { type: 'sent', message: effect.message }
    case 'cut':
      return { type: 'interrupted' }
    case 'close':
      return { type: 'ended', reason: effect.reason }
    case 'connect':
      return { type: 'connection', status: 'connecting' }
    case 'run':
    case 'abort':
    case 'extract':
    case 'timer':
      return null
    case 'said':
    case 'phase':
    case 'transferred':
    case 'state':
    case 'called':
    case 'answered':
    case 'note':
      return effect
  }
}
