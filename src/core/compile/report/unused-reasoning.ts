import type { Findings } from '../../diag/collect.ts'
import { reasoningUnused } from '../../diag/reasoning.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/**
 * A diagnostic repeats only short identifiers and event positions, because a session may come from an untrusted source.
 */
const isReason = (text: string): boolean => /^[a-z_]{1,60}$/.test(text)
const isEventPlace = (text: string | undefined): text is string => /^e:\d+\.\d+$/.test(text ?? '')

/**
 * Reports what the provider said about the reasoning of the previous request. The session's last answer contains this
 * report.
 */
export function noteUnused(findings: Findings, session: SessionView): void {
  const { rows } = session.units
  let unit = rows.length - 1
  while (unit >= 0 && rows.ownKindOf(unit) !== 'model') unit--
  if (unit < 0) return
  for (const seq of rows.seqsOf(unit))
    for (const { at, reason, used = false } of session.event(seq).actions?.dropped ?? []) {
      const why = isReason(reason) ? reason : 'unknown'
      findings.addFindingPlace({
        kind: `CX7007 provider ${why} ${used}`,
        say: places => reasoningUnused(why, used, places),
        at: isEventPlace(at) ? at : `e:${seq}`,
      })
    }
}
