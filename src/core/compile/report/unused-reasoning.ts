import type { Findings } from '../../diag/collect.ts'
import { reasoningUnused } from '../../diag/reasoning.ts'
import type { DroppedReasoning } from '../../ir/event.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { isReason, lastAnswer } from './last-answer.ts'

const isEventPlace = (text: string | undefined): text is string => /^e:\d+\.\d+$/.test(text ?? '')

/**
 * Reports what the provider said about the reasoning of the previous request. The session's last answer contains this
 * report. `from`: event before which no reasoning was sent.
 */
export function noteUnused(findings: Findings, session: SessionView, from: number): void {
  for (const { seq, actions } of lastAnswer(session)) {
    const dropped = actions?.dropped ?? []
    noteReported(findings, dropped, { seq, after: lastReasoningBefore(session, dropped, from) })
  }
}

/**
 * Reports reasoning that a provider did not use. `seq`: event of the answer that reports it; `after`: see
 * `reasoningUnused`.
 */
export function noteReported(
  findings: Findings,
  dropped: readonly DroppedReasoning[],
  { seq, after }: { readonly seq?: number; readonly after?: string | null | undefined } = {},
): void {
  for (const { at, reason, used = false } of dropped) {
    const why = isReason(reason) ? reason : 'unknown'
    findings.addFindingPlace({
      kind: `CX7007 provider ${why} ${used}`,
      say: places => reasoningUnused(why, used, places, after),
      at: isEventPlace(at) ? at : seq === undefined ? 'c:request' : `e:${seq}`,
    })
  }
}

/**
 * Returns the place of the last reasoning before the first that the provider did not use: the content that changed is
 * between the two. Returns null if none was sent before, and undefined if the places are not known.
 */
function lastReasoningBefore(
  session: SessionView,
  dropped: readonly DroppedReasoning[],
  from: number,
): string | null | undefined {
  const unused = new Set(dropped.map(({ at }) => at).filter(isEventPlace))
  if (unused.size === 0 || unused.size < dropped.length) return undefined
  const [seq = 0, part = 0] = [...unused].map(placeOf).sort(inOrder)[0] ?? []
  for (let at = Math.min(seq, session.length - 1); at >= from; at--) {
    const parts = session.event(at).parts.slice(0, at === seq ? part : undefined)
    const index = parts.findLastIndex(({ kind }) => kind === 'reasoning')
    if (index >= 0) return `e:${at}.${index}`
  }
  return null
}

/** Returns the numbers of the event and of the part in a place of a session. */
const placeOf = (at: string): number[] => at.slice(2).split('.').map(Number)

const inOrder = ([seq = 0, part = 0]: number[], [other = 0, next = 0]: number[]): number =>
  seq - other || part - next
