import {
  type KeyReading,
  keyNotAlways,
  keyOfLaterRound,
  keyRemoved,
  keyUnwritten,
  routeWithoutKey,
} from '../../../core/diag/flow.ts'
import { isGroup, type Route } from '../../../core/program/member.ts'
import { concernedAt } from '../concerned.ts'
import type { Facts } from '../facts.ts'
import type { CheckRule, RuleFinding } from '../finding.ts'
import { intendedKey } from '../meant.ts'
import type { ReadKind, Seen } from '../site.ts'
import { declarationPlace, describeMissingKeyEffect, describeRemovals, describeWriters } from '../words.ts'

/** Reports reads of keys that may be missing or are never set. */
export const reportMissingKeys: CheckRule = facts =>
  [...facts.recorder.sites.values()].flatMap(site => findingOf(facts, site))

const lenient: readonly ReadKind[] = ['may', 'optional-slot', 'optional-source', 'condition']

/**
 * Whether a read works without its key: the key is declared as optional, or read by a tool, which may not be called.
 */
const worksWithoutKey = ({ need, there }: Seen): boolean =>
  lenient.includes(need) || (need === 'tool' && there)

function findingOf(facts: Facts, site: Seen): RuleFinding[] {
  if (!site.missing) return []
  if (worksWithoutKey(site)) return reportMisspeltKey(facts, site)
  const agents = concernedAt(facts, site.place)
  const { key, place } = site
  const reading = describeRead(site)
  if (!site.there) return [{ agents, diagnostic: diagnoseNeverSet(facts, site, reading) }]
  const route = routeAt(facts, place)
  // A route with a default branch works without its key, and so does a route by conditions.
  if (route !== null && !needsKey(route)) return []
  const writers = describeWriters(site.writes)
  const isLater = [...site.loops.values()].some(loop => !loop.thereFirst && !loop.missingLater)
  if (isLater && !hasGap(site)) return [{ agents, diagnostic: keyOfLaterRound(reading, writers) }]
  return [{ agents, diagnostic: keyNotAlways(reading, { writers, gaps: describeRemovals(key, site.gaps) }) }]
}

/** Whether a route takes no branch at all if its key is missing. */
const needsKey = ({ ways, other }: Route): boolean => other === null && ways.some(way => 'is' in way)

const describeRead = (site: Seen): KeyReading => {
  const { reader, key, reference, place, field, need } = site
  const isSource = need === 'source' || need === 'query'
  return {
    reader,
    key,
    reference,
    at: declarationPlace(place, field),
    effect: describeMissingKeyEffect(site),
    isSource,
  }
}

/** Warns about an optional placeholder for a key that is never set, if a key with a similar name is set. */
function reportMisspeltKey(facts: Facts, site: Seen): RuleFinding[] {
  if (site.need !== 'optional-slot' || site.there) return []
  const meant = intendedKey(site.key, facts.recorder.writes.values())
  if (meant === null) return []
  const diagnostic = keyUnwritten(describeRead(site), { later: [], meant })
  return [{ agents: concernedAt(facts, site.place), diagnostic: { ...diagnostic, level: 'warn' } }]
}

const hasGap = ({ gaps }: Seen): boolean => [...gaps].some(({ by }) => by !== null)

function diagnoseNeverSet(facts: Facts, site: Seen, reading: KeyReading) {
  const { key, gaps } = site
  const removed = describeRemovals(key, gaps)
  const all = [...facts.recorder.writes.values()]
  const meant = intendedKey(key, all)
  const route = routeAt(facts, site.place)
  if (route !== null) return routeWithoutKey(reading, { effect: effectOnRoute(route), gaps: removed, meant })
  if (removed.length > 0) return keyRemoved(reading, removed, newNameOfKey(site))
  const later = describeWriters(all.filter(write => write.key === key))
  return keyUnwritten(reading, { later, meant })
}

/** Describes the effect on a route whose key is never set. */
function effectOnRoute({ ways, other }: Route): string {
  if (ways.length > 0 && ways.every(way => 'when' in way)) return 'its conditions find no value there'
  const isOther = other !== null && ways.every(way => 'is' in way)
  return isOther ? 'the default branch always runs' : 'no branch with a value ever runs'
}

const routeAt = ({ members }: Facts, place: string): Route | null => {
  const member = members.get(place)
  return member && isGroup(member) && member.kind === 'route' ? member : null
}

/** Returns the new name of a renamed key; null unless all renames gave it the same name. */
function newNameOfKey({ gaps }: Seen): string | null {
  const names = new Set([...gaps].flatMap(({ to }) => (to === null ? [] : [to])))
  return names.size === 1 ? ([...names][0] ?? null) : null
}
