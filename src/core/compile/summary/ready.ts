import type { Diagnostic } from '../../diag/diagnostic.ts'
import { statementsRefused } from '../../diag/effect.ts'
import { refusalCounts } from '../../effect/summarize/counts-of.ts'
import type { EffectOutcome, EventInput, EventRange } from '../../ir/event.ts'
import { eventOrigin } from '../../ir/origin.ts'
import type { Trust } from '../../ir/trust.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import { readStoredSummary, type StoredSummary } from '../../session/unit/stored-summary.ts'
import { toJson } from '../../text/json.ts'
import { title } from './messages.ts'
import { isOldUnit, type SummaryRule, summaryRules } from './rules.ts'
import { type SummaryAsking, summaryRuleFor } from './segments.ts'

/** Summaries that replace units from now on, as events to append. */
export interface ReadySummaries {
  readonly events: readonly EventInput[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Finished summary of units that the session still shows. */
interface Ready {
  readonly outcome: EffectOutcome
  readonly summary: StoredSummary
  readonly covers: readonly EventRange[]
  readonly branch: string
  readonly trust: Trust
  /** Whether the summary is used immediately, because all its units are old or already dropped. */
  readonly isDue: boolean
}

/**
 * Returns the finished summaries to use now. If the history is shortened, these are all unused summaries. Otherwise
 * they are those that are due: their units are old or already dropped.
 */
export function readySummaries(asking: SummaryAsking, givesWay: boolean): ReadySummaries {
  const ready = asking.wants.summaries.flatMap(outcome => readySummaryOf(outcome, asking) ?? [])
  const used = ready.filter(({ isDue }) => givesWay || isDue)
  return {
    events: used.map(
      ({ summary, covers, branch, trust }): EventInput => ({
        author: 'developer',
        trust,
        branch,
        text: summaryTextOf(summary),
        actions: { compaction: { covers } },
      }),
    ),
    diagnostics: used.flatMap(({ outcome: { handler }, summary: { statements, refused }, covers }) =>
      refused.length === 0
        ? []
        : [
            statementsRefused(
              {
                handler,
                refused: refused.length,
                of: refused.length + statements.length,
                why: refusalCounts(refused as never),
              },
              covers.map(({ from }) => eventOrigin(from, 0)),
            ),
          ],
    ),
  }
}

function readySummaryOf(outcome: EffectOutcome, asking: SummaryAsking): Ready | null {
  const { history, materials, selection, session, wants } = asking
  const { rows } = session.units
  const { covers = [] } = outcome
  const units = materials.unitsIn(covers)
  const summary = 'output' in outcome ? readStoredSummary(outcome.output) : null
  if (units === null || summary === null) return null
  const sources = units.map(unit => rows.covers.unitShownAt(unit))
  // If the only unit is a summary, it is already in use.
  if (units.length === 1 && rows.ownKindOf(sources[0] as number) === 'summary') return null
  const material = materials.materialOf(units)
  const { trust, isMerge } = material
  // Units of the current input, and units that the policy now sends in full, are not replaced.
  const current = currentInput(session.units)
  const wanted = isMerge ? summaryRules(selection) : commonRule(units, current, asking)
  const rule = wanted.find(
    one => wants.summary(materials.summarizeInput(one, material), covers).effect.key === outcome.key,
  )
  if (rule === undefined) return null
  return {
    ...{ outcome, summary, covers, trust },
    branch: rows.branchOf(sources[0] as number),
    isDue:
      units.every(unit => isOldUnit(rule, selection, unit)) ||
      sources.every((source, at) => source === units[at] && source < history.start),
  }
}

/**
 * Returns a list with the rule under which all given units may be summarized; an empty list if there is no rule for all
 * of them.
 */
function commonRule(
  units: readonly number[],
  current: ReadonlySet<number>,
  asking: SummaryAsking,
): readonly SummaryRule[] {
  const [first, ...others] = new Set(
    units.map(unit => (current.has(unit) ? null : summaryRuleFor(unit, asking))),
  )
  return first == null || others.length > 0 ? [] : [first]
}

const summaryTextOf = ({ statements, value }: StoredSummary): string =>
  title + (value === undefined ? statements.map(({ text }) => `- ${text}`).join('\n') : toJson(value))
