import { carrierRefused, messageNotTaken } from '../../diag/live.ts'
import { delivered } from './calls.ts'
import type { Work } from './work.ts'

/** Milliseconds after which an unconfirmed message counts as lost. */
const ackTimeout = 5_000

const retryDelay = (failures: number): number => 100 * 2 ** Math.min(failures - 1, 6)

/** Takes note that a message was written. Where the server confirms, its slots are not told yet. */
export function written(work: Work, frame: number): void {
  const { profile } = work.engine
  const flying = work.state.flying[frame]
  if (flying === undefined || flying.kind === 'setup') return
  const isConfirmed = profile.confirms !== 'reply' || (flying.kind !== 'context' && flying.kind !== 'update')
  if (isConfirmed) confirm(work, frame)
  else if (!profile.repliesLate) work.timer(`ack/${frame}`, ackTimeout)
}

/** Takes note that the model holds a message. Earlier blocks of its slots are removed. */
export function confirm(work: Work, frame: number): void {
  const flying = work.land(frame)
  if (flying === null) return
  const { removes } = work.engine.profile
  const before = work.state.told
  work.tell(flying.slots, frame)
  if (flying.call !== undefined) delivered(work, flying.call)
  work.state.failures = 0
  if (flying.kind === 'context' || flying.kind === 'update') work.timer(`ack/${frame}`, null)
  if (!removes || flying.kind !== 'context') return
  for (const [slot, told] of Object.entries(flying.slots)) {
    const item = before[slot]?.item
    if (item && told !== null && item !== told.item) work.send({ kind: 'remove', item })
  }
}

/** Takes note that a message is lost: its slots are pending again, after a while. A refused carrier is not used again. */
export function failed(work: Work, frame: number, isRefused: boolean, reason = ''): void {
  const { state } = work
  const flying = work.land(frame)
  if (flying === null) return
  if (flying.kind === 'speak') {
    state.isAnswering = false
    state.speakDue = true
  }
  if (flying.unsaid !== undefined) {
    work.tellLate(flying.unsaid.id, flying.unsaid.text)
    state.speakDue = true
  }
  state.failures += 1
  if (isRefused && flying.kind === 'update') {
    const refused = Object.keys(flying.slots).map(slot => `${slot}/update`)
    state.refused = [...new Set([...state.refused, ...refused])]
    return work.report(carrierRefused(Object.keys(flying.slots), reason))
  }
  // There was no answer to stop any more, or nobody waits for news of a call that is over.
  if (isRefused && (flying.kind === 'cancel' || flying.kind === 'progress')) return
  work.report(messageNotTaken(flying.kind, reason))
  state.isWaiting = true
  work.timer('retry', retryDelay(state.failures))
}
