import type { FlushOn } from '../steering/modes.ts'
import type { EngineConfig } from './wanted.ts'
import type { EngineWork } from './work.ts'

/** Moment at which something may be sent. */
export type Point = 'any' | 'result' | 'speech' | 'speak' | 'audio' | 'video' | 'text'

/** Thing for which something waits before it may be sent. */
export type Wait =
  /** A connection that is open. */
  | 'connection'
  /** The next attempt, after a message that failed. */
  | 'retry'
  /** The confirmation of an earlier message of the same slot. */
  | 'confirmation'
  /** The end of the model's answer. */
  | 'answer'
  /** The result of a call for which the model waits. */
  | 'call'
  /** The end of the user's speech. */
  | 'speech'
  /** The next thing that the user sends. */
  | 'user'

/** Returns what a change of the instruction or the tools waits for; null if it may be sent now. */
export function updateWait({ engine: { profile }, state, isBlocked }: EngineWork, point: Point): Wait | null {
  if (!profile.hasTurns || point === 'result' || point === 'text') return null
  if (state.isAnswering) return 'answer'
  return profile.contextCancelsCalls && isBlocked ? 'call' : null
}

/** Returns what context waits for: it is never sent where it would end the model's answer, or cancel its call. */
export function contextWait(work: EngineWork, point: Point): Wait | null {
  const { engine, state, isBlocked } = work
  const { profile, config } = engine
  if (profile.contextCancelsCalls && isBlocked) return 'call'
  // A text of the user ends the model's answer itself.
  if (profile.contextInterrupts && point !== 'text') {
    if (state.isAnswering) return 'answer'
    if (state.isSpeaking && point !== 'speech') return 'speech'
  }
  return config.contextDelivery === 'immediate' || isFlushPoint(work, point) ? null : 'user'
}

/** Returns the moment that deferred context waits for. A notice of speech that comes after the audio is none: context would be late. */
export const flushPointOf = ({ profile, config }: EngineConfig): FlushOn =>
  profile.noticesSpeechFirst ? (config.flushOn ?? 'speech-start') : 'any-send'

/** Points at which deferred context is always sent: the model is about to answer, or the user begins to speak. */
const always: ReadonlySet<Point> = new Set(['result', 'speak', 'text', 'speech'])

/** Whether deferred context is sent at a point. */
const isFlushPoint = ({ engine }: EngineWork, point: Point): boolean =>
  always.has(point) || (flushPointOf(engine) === 'any-send' && (point === 'audio' || point === 'video'))
