import type { FlushOn } from '../steering/modes.ts'
import type { EngineConfig } from './wanted.ts'
import type { EngineWork } from './work.ts'

/** Moment at which messages may be sent to the model. */
export type Point = 'any' | 'result' | 'speech' | 'speak' | 'audio' | 'video' | 'text'

/** Condition that a message to the model waits for. */
export type Wait =
  /** An open connection. */
  | 'connection'
  /** The next attempt after a failed message. */
  | 'retry'
  /** The confirmation of an earlier message with a text of this slot. */
  | 'confirmation'
  /** The end of the model's answer. */
  | 'answer'
  /** The result of a call that the model waits for. */
  | 'call'
  /** The end of the user's speech. */
  | 'speech'
  /** The next input of the user. */
  | 'user'

/** Returns the condition that an update of the instruction or the tools waits for; null if it may be sent now. */
export function updateWaitCondition(
  { engine: { profile }, state, isBlocked }: EngineWork,
  point: Point,
): Wait | null {
  if (!profile.hasTurns || point === 'result' || point === 'text') return null
  if (state.isAnswering) return 'answer'
  return profile.contextCancelsCalls && isBlocked ? 'call' : null
}

/**
 * Returns the condition that context waits for; null if it may be sent now. Context must never end the model's answer
 * or cancel a pending call.
 */
export function contextWaitCondition(work: EngineWork, point: Point): Wait | null {
  const { engine, state, isBlocked } = work
  const { profile, config } = engine
  if (profile.contextCancelsCalls && isBlocked) return 'call'
  // A text of the user ends the model's answer anyway, so context may be sent with it.
  if (profile.contextInterrupts && point !== 'text') {
    if (state.isAnswering) return 'answer'
    if (state.isSpeaking && point !== 'speech') return 'speech'
  }
  return config.contextDelivery === 'immediate' || isFlushPoint(work, point) ? null : 'user'
}

/**
 * Returns the moment at which deferred context is sent. If a model reports the user's speech only after the audio,
 * `speech-start` would be too late.
 */
export const contextFlushMoment = ({ profile, config }: EngineConfig): FlushOn =>
  profile.noticesSpeechFirst ? (config.flushOn ?? 'speech-start') : 'any-send'

/** Points at which deferred context is always sent: the model is about to answer, or the user begins to speak. */
const always: ReadonlySet<Point> = new Set(['result', 'speak', 'text', 'speech'])

/** Whether deferred context is sent at a point. */
const isFlushPoint = ({ engine }: EngineWork, point: Point): boolean =>
  always.has(point) || (contextFlushMoment(engine) === 'any-send' && (point === 'audio' || point === 'video'))
