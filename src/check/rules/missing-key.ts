import {
  type KeyReading,
  keyNotAlways,
  keyOfLaterRound,
  keyRemoved,
  keyUnwritten,
  routeWithoutKey,
} from '../../diag/flow.ts'
import { isGroup } from '../../program/member.ts'
import { concernedAt } from '../concerned.ts'
import type { Facts } from '../facts.ts'
import type { Finding, Rule } from '../finding.ts'
import { meantFor } from '../meant.ts'
import type { Need, Seen } from '../site.ts'
import { at, effectOf, gapsOf, writersOf } from '../words.ts'

/** Reports keys that are read but missing. */
export const missingKeys: Rule = facts =>
  [...facts.recorder.sites.values()].flatMap(site => findingOf(facts, site))

const lenient: readonly Need[] = ['may', 'optional-slot', 'optional-source', 'condition']

/** Whether a reader declares that it can do without the key, or is a tool, which may never be called. */
const canDoWithout = ({ need, there }: Seen): boolean => lenient.includes(need) || (need === 'tool' && there)

function findingOf(facts: Facts, site: Seen): Finding[] {
  if (!site.missing) return []
  if (canDoWithout(site)) return misspelt(facts, site)
  const agents = concernedAt(facts, site.place)
  const { key, place } = site
  const reading = readingOf(site)
  if (!site.there) return [{ agents, diagnostic: never(facts, site, reading) }]
  const route = facts.members.get(place)
  // A route with a default branch can do without the key.
  if (route && isGroup(route) && route.kind === 'route' && route.other !== null) return []
  const writers = writersOf(site.writes)
  const isLater = [...site.loops.values()].some(loop => !loop.thereFirst && !loop.missingLater)
  if (isLater && !hasGap(site)) return [{ agents, diagnostic: keyOfLaterRound(reading, writers) }]
  return [{ agents, diagnostic: keyNotAlways(reading, { writers, gaps: gapsOf(key, site.gaps) }) }]
}

const readingOf = (site: Seen): KeyReading => {
  const { reader, key, reference, place, field, need } = site
  const isSource = need === 'source' || need === 'query'
  return { reader, key, reference, at: at(place, field), effect: effectOf(site), isSource }
}

/** Warns of an optional placeholder for a key that is never set, if a similar key is. */
function misspelt(facts: Facts, site: Seen): Finding[] {
  if (site.need !== 'optional-slot' || site.there) return []
  const meant = meantFor(site.key, facts.recorder.writes.values())
  if (meant === null) return []
  const diagnostic = keyUnwritten(readingOf(site), { later: [], meant })
  return [{ agents: concernedAt(facts, site.place), diagnostic: { ...diagnostic, level: 'warn' } }]
}

const hasGap = ({ gaps }: Seen): boolean => [...gaps].some(({ by }) => by !== null)

function never({ recorder, members }: Facts, site: Seen, reading: KeyReading) {
  const { key, gaps, need } = site
  const removed = gapsOf(key, gaps)
  const all = [...recorder.writes.values()]
  const meant = meantFor(key, all)
  if (need === 'route') {
    const route = members.get(site.place)
    const otherwise = route && isGroup(route) && route.kind === 'route' && route.other !== null
    const effect = otherwise ? 'the default branch always runs' : 'no branch with a value ever runs'
    return routeWithoutKey(reading, { effect, gaps: removed, meant })
  }
  if (removed.length > 0) return keyRemoved(reading, removed, nowOf(site))
  const later = writersOf(all.filter(write => write.key === key))
  return keyUnwritten(reading, { later, meant })
}

/** Returns the new name of a renamed value, if all renames agree on one. */
function nowOf({ gaps }: Seen): string | null {
  const names = new Set([...gaps].flatMap(({ to }) => (to === null ? [] : [to])))
  return names.size === 1 ? ([...names][0] ?? null) : null
}
