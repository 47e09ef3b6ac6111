import type { FlushOn } from '../steering/modes.ts'
import type { EngineConfig } from './wanted.ts'
import type { EngineWork } from './work.ts'

/** Moment at which something may be sent. */
export type Point = 'any' | 'result' | 'speech' | 'speak' | 'audio' | 'video' | 'text'

/** Condition that must be met before something may be sent. */
export type Wait =
  /** An open connection. */
  | 'connection'
  /** The next attempt after a failed message. */
  | 'retry'
  /** The confirmation of an earlier message of the same slot. */
  | 'confirmation'
  /** The end of the model's answer. */
  | 'answer'
  /** The result of a call that the model waits for. */
  | 'call'
  /** The end of the user's speech. */
  | 'speech'
  /** The next input of the user. */
  | 'user'

/** Returns the condition that a change of the instruction or the tools waits for; null if it may be sent now. */
export function updateWaitCondition(
  { engine: { profile }, state, isBlocked }: EngineWork,
  point: Point,
): Wait | null {
  if (!profile.hasTurns || point === 'result' || point === 'text') return null
  if (state.isAnswering) return 'answer'
  return profile.contextCancelsCalls && isBlocked ? 'call' : null
}

/**
 * Returns the condition that context waits for: sending it must never end the model's answer or cancel a pending call.
 */
export function contextWaitCondition(work: EngineWork, point: Point): Wait | null {
  const { engine, state, isBlocked } = work
  const { profile, config } = engine
  if (profile.contextCancelsCalls && isBlocked) return 'call'
  // A user's text ends the model's answer anyway, so context sent with it does no harm.
  if (profile.contextInterrupts && point !== 'text') {
    if (state.isAnswering) return 'answer'
    if (state.isSpeaking && point !== 'speech') return 'speech'
  }
  return config.contextDelivery === 'immediate' || isFlushPoint(work, point) ? null : 'user'
}

/**
 * Returns the moment at which deferred context is sent. A notice of speech that follows the audio is too late for
 * context.
 */
export const flushPointOf = ({ profile, config }: EngineConfig): FlushOn =>
  profile.noticesSpeechFirst ? (config.flushOn ?? 'speech-start') : 'any-send'

/** Points at which deferred context is always sent: the model is about to answer, or the user begins to speak. */
const always: ReadonlySet<Point> = new Set(['result', 'speak', 'text', 'speech'])

/** Whether deferred context is sent at a point. */
const isFlushPoint = ({ engine }: EngineWork, point: Point): boolean =>
  always.has(point) || (flushPointOf(engine) === 'any-send' && (point === 'audio' || point === 'video'))
