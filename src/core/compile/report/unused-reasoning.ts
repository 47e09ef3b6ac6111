import type { Findings } from '../../diag/collect.ts'
import { reasoningUnused } from '../../diag/reasoning.ts'
import type { SessionView } from '../../session/unit/session-view.ts'

/**
 * Only short identifiers and event places are repeated in a diagnostic, because a session may come from an untrusted
 * source.
 */
const isReason = (text: string): boolean => /^[a-z_]{1,60}$/.test(text)
const isPlace = (text: string | undefined): text is string => /^e:\d+\.\d+$/.test(text ?? '')

/**
 * Reports the provider's statement about the reasoning of the previous request, which is recorded with the session's
 * last answer.
 */
export function noteUnused(findings: Findings, session: SessionView): void {
  const { rows } = session.units
  let unit = rows.length - 1
  while (unit >= 0 && rows.ownKindOf(unit) !== 'model') unit--
  if (unit < 0) return
  for (const seq of rows.seqsOf(unit))
    for (const { at, reason, used = false } of session.event(seq).actions?.dropped ?? []) {
      const why = isReason(reason) ? reason : 'unknown'
      findings.note({
        kind: `CX7007 provider ${why} ${used}`,
        say: places => reasoningUnused(why, used, places),
        at: isPlace(at) ? at : `e:${seq}`,
      })
    }
}
