import type { Work } from './work.ts'

/** Moment at which something may be sent. */
export type Point = 'any' | 'turn-end' | 'result' | 'speech' | 'speak' | 'audio' | 'video' | 'text'

/** Whether the instruction and the tools may be replaced now. */
export function mayUpdate({ engine: { profile }, state, isBlocked }: Work, point: Point): boolean {
  if (!profile.hasTurns || point === 'result' || point === 'text') return true
  return !state.isAnswering && !(profile.contextCancelsCalls && isBlocked)
}

/** Whether context may be sent now: never where it would end the model's answer, or cancel its call. */
export function mayInject(work: Work, point: Point): boolean {
  const { engine, state, isBlocked } = work
  const { profile, config } = engine
  if (profile.contextCancelsCalls && isBlocked) return false
  // A text of the user ends the model's answer itself.
  if (
    profile.contextInterrupts &&
    point !== 'text' &&
    (state.isAnswering || (state.isSpeaking && point !== 'speech'))
  )
    return false
  if (profile.contextInterrupts && point === 'speech' && state.isAnswering) return false
  return config.contextDelivery === 'immediate' || isFlushPoint(work, point)
}

/** Whether deferred context is sent at a point. */
function isFlushPoint({ engine: { profile, config } }: Work, point: Point): boolean {
  if (point === 'result' || point === 'speak' || point === 'text') return true
  if (config.flushOn === 'any-send') return point === 'audio' || point === 'video'
  // If the notice comes after the audio, the end of the turn is the last moment before the user speaks.
  return (
    point === 'speech' || (point === 'turn-end' && !profile.noticesSpeechFirst && profile.contextInterrupts)
  )
}
