import { carrierRefused, messageNotTaken, serverError } from '../../core/diag/live.ts'
import { recordDeliveredResult, storeCallProgress } from './calls.ts'
import type { LiveEvent } from './event.ts'
import { countRefusedTexts } from './refusals.ts'
import type { Flying } from './state.ts'
import type { EngineWork } from './work.ts'

/** Milliseconds until a message without a confirmation counts as lost. */
const ackTimeout = 5_000

/** Maximum number of user texts and results that are kept because the resumption handle lacks them. */
const mostUnheld = 20

const retryDelay = (failures: number): number => 100 * 2 ** Math.min(failures - 1, 6)

/** Whether a written message counts as received only after a reply: the server confirms or may refuse it. */
const needsServerReply = (
  { kind }: Flying,
  { confirms, hasTurns }: EngineWork['engine']['profile'],
): boolean =>
  confirms === 'reply' && (kind === 'context' || kind === 'update' || (kind === 'speak' && hasTurns))

/**
 * Records that a message was written. If the server confirms such messages, the message counts as received only after
 * the confirmation.
 */
export function recordMessageWritten(work: EngineWork, frame: number): void {
  const { profile } = work.engine
  const flying = work.state.flying[frame]
  if (flying === undefined || flying.kind === 'setup') return
  if (!needsServerReply(flying, profile)) confirmMessage(work, frame)
  else if (flying.kind !== 'speak' && !profile.repliesLate) work.setTimer(`ack/${frame}`, ackTimeout)
}

/** Records that the model has received a message. Removes the blocks that the message's blocks replace. */
export function confirmMessage(work: EngineWork, frame: number): void {
  const flying = work.removeUnconfirmedMessage(frame)
  if (flying !== null) recordMessageReceived(work, frame, flying)
}

function recordMessageReceived(work: EngineWork, frame: number, flying: Flying): void {
  const { removes, confirms } = work.engine.profile
  const before = work.state.told
  work.recordHeldSlots(flying.slots, frame)
  const unheld = flying.unheld ?? flying.unsaid?.text
  if (confirms === 'index' && unheld !== undefined) {
    const id = flying.unsaid?.id ?? `result-${frame}`
    work.state.unheld = [...work.state.unheld, { frame, id, text: unheld }].slice(-mostUnheld)
  }
  if (flying.call !== undefined) recordDeliveredResult(work, flying.call)
  work.state.failures = 0
  if (flying.kind === 'context' || flying.kind === 'update') work.setTimer(`ack/${frame}`, null)
  if (!removes || flying.kind !== 'context') return
  for (const [slot, told] of Object.entries(flying.slots)) {
    const item = before[slot]?.item
    if (item && told !== null && item !== told.item) work.sendEngineMessage({ kind: 'remove', item })
  }
}

/** Records that the model's answer is over, or never began. Its request can then no longer be refused. */
export function recordAnswerEnd(work: EngineWork): void {
  for (const [frame, { kind }] of Object.entries(work.state.flying))
    if (kind === 'speak') work.removeUnconfirmedMessage(Number(frame))
}

type Failure = Omit<Extract<LiveEvent, { readonly type: 'failed' }>, 'type' | 'frame'>

/** Records that a message was lost: its texts are sent again later. A refused kind of update is not tried again. */
export function recordMessageLost(
  work: EngineWork,
  frame: number,
  { isRefused = false, reason = '', items }: Failure,
): void {
  const { state } = work
  const flying = work.removeUnconfirmedMessage(frame)
  if (flying === null) {
    if (isRefused) work.reportDiagnostic(serverError(reason))
    return
  }
  if (items !== undefined) return recordRefusedBlocks(work, frame, flying, items, reason)
  if (flying.kind === 'speak') {
    // If an answer has already begun, the lost message did not cause it, so it goes on.
    if (state.isExpecting) state.isAnswering = false
    state.isExpecting = false
    state.speakDue = true
  }
  if (flying.unsaid !== undefined) {
    work.addLateContext(flying.unsaid.id, flying.unsaid.text)
    state.speakDue = true
  }
  if (flying.progress !== undefined) storeCallProgress(work, flying.progress.call, flying.progress.text)
  state.failures += 1
  if (isRefused && flying.kind === 'update') {
    const refused = Object.keys(flying.slots).map(slot => `${slot}/update`)
    state.refused = [...new Set([...state.refused, ...refused])]
    return work.reportDiagnostic(carrierRefused(Object.keys(flying.slots), reason))
  }
  // The answer had already ended, or the block was already gone, so nothing must be sent again.
  const isOnce = flying.kind === 'cancel' || flying.kind === 'remove'
  if (isRefused && isOnce) return
  if (isRefused && flying.kind === 'context') countRefusedTexts(work, flying.slots, reason)
  work.reportDiagnostic(messageNotTaken(flying.kind, reason, !isOnce))
  state.isWaiting = true
  work.setTimer('retry', retryDelay(state.failures))
}

/** Records that the server refused some blocks of a message. The model has received the other blocks. */
function recordRefusedBlocks(
  work: EngineWork,
  frame: number,
  flying: Flying,
  items: readonly string[],
  reason: string,
): void {
  const [lost, kept]: [Record<string, Flying['slots'][string]>, Record<string, Flying['slots'][string]>] = [
    {},
    {},
  ]
  for (const [slot, told] of Object.entries(flying.slots))
    (told?.item && items.includes(told.item) ? lost : kept)[slot] = told
  const before = work.state.failures
  recordMessageReceived(work, frame, { ...flying, slots: kept })
  work.state.failures = before + 1
  countRefusedTexts(work, lost, reason)
  work.reportDiagnostic(messageNotTaken(flying.kind, reason, true))
  work.state.isWaiting = true
  work.setTimer('retry', retryDelay(work.state.failures))
}
