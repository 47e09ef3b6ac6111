import type { Findings } from '../../diag/collect.ts'
import { cacheMissed } from '../../diag/plan.ts'
import type { CacheMiss, Event } from '../../ir/event.ts'
import type { Plan } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import file from '../../vendor/rows/cache-misses.json' with { type: 'json' }
import type { Tokens } from '../contract/result.ts'
import type { History } from '../fit/choice.ts'
import { isReason, lastAnswer } from './last-answer.ts'

const places: ReadonlyMap<string, string> = new Map(Object.entries(file.reasons))
const unknown: ReadonlySet<string> = new Set(file.unknown)

/** Inputs for comparing a provider's report on its cache with the forecast of the compile before. */
interface Answered {
  readonly session: SessionView
  /** Plan of the compile whose request was answered; null if it is not known. */
  readonly plan: Plan | null
  readonly history: History
  readonly tokens: Tokens
}

/**
 * Reports that the provider missed its cache for the previous request, although that compile changed nothing at the
 * beginning of the request. The session's last answer contains the provider's report.
 */
export function noteMissedCache(findings: Findings, answered: Answered): void {
  const { session, plan } = answered
  const events = lastAnswer(session)
  const miss = events.find(({ actions }) => actions?.cacheMiss !== undefined)?.actions?.cacheMiss
  if (miss === undefined || plan === null || unknown.has(miss.reason)) return
  const { head, decisions } = plan
  const isForecast = decisions.some(({ at }) => at === head.events)
  if (isForecast || (events[0]?.seq ?? 0) < head.events) return
  const known = isReason(miss.reason) ? miss.reason : 'unknown'
  const place = places.get(known) ?? 'history'
  const at = place === 'history' ? placeInHistory(miss, events, answered) : place
  findings.addDiagnostic(cacheMissed(known, miss.tokens ?? null, at === null ? [] : [at]))
}

const inputOf = (events: readonly Event[]): number | undefined =>
  events.find(({ actions }) => actions?.usage !== undefined)?.actions?.usage?.inputTokens

/**
 * Returns the origin of the first unit that the provider did not read, by the tokens that it reports; null if it
 * reports too little. The estimates of the units are scaled to the reported size of the request.
 */
function placeInHistory(
  { shared, tokens: missed }: CacheMiss,
  events: readonly Event[],
  { session, history, tokens, plan }: Answered,
): string | null {
  const { rows } = session.units
  const earlier = inputOf(lastAnswer(session, events[0]?.seq))
  const read = shared ?? (earlier === undefined || missed === undefined ? undefined : earlier - missed)
  const reported = inputOf(events)
  if (read === undefined || read < 0 || reported === undefined || reported <= 0) return null
  const { system, tools, schema } = tokens.sections
  const head = system.estimate + tools.estimate + schema.estimate
  const sent = history.sent.filter(({ ordinal }) => rows.seqOf(ordinal) < (plan?.head.events ?? 0))
  const size = sent.reduce((sum, { count }) => sum + count.estimate, head)
  let left = (read * size) / reported - head
  if (left < 0) return 'd:instruction'
  for (const { ordinal, count } of sent) {
    left -= count.estimate
    if (left < 0) return `e:${rows.seqOf(ordinal)}`
  }
  return null
}
