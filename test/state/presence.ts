import type { KeyFlow } from 'ctxc/state'

export type Presence = 'there' | 'maybe' | 'absent'

const scoped = /^(app|user|temp):/

/** Returns the presence of each key after a step, by its flow alone; `touched` collects the keys that it may change. */
export function follow(
  flow: readonly KeyFlow[],
  before: ReadonlyMap<string, Presence>,
  touched: Set<string>,
): ReadonlyMap<string, Presence> {
  let known = new Map(before)
  const of = (key: string): Presence => known.get(key) ?? 'maybe'
  const change = (key: string, presence: Presence): void => {
    known.set(key, presence)
    touched.add(key)
  }
  for (const entry of flow) {
    if (entry.kind === 'read') {
      if (entry.need === 'must') known.set(entry.key, 'there')
    } else if (entry.kind === 'remove') change(entry.key, 'absent')
    else if (entry.kind === 'keep-only') {
      for (const key of known.keys())
        if (!entry.keys.includes(key) && !scoped.test(key)) change(key, 'absent')
    } else if (entry.kind === 'write') {
      const { key, when } = entry
      if (typeof when === 'string') {
        if (when === 'always' || of(key) !== 'there') change(key, 'there')
        continue
      }
      const sources = when.anyOf.map(of)
      if (sources.includes('there')) change(key, 'there')
      else if (sources.includes('maybe')) change(key, of(key) === 'there' ? 'there' : 'maybe')
    } else if (entry.kind === 'rename') {
      const next = new Map(known)
      for (const { from } of entry.pairs) {
        if (of(from) !== 'absent') touched.add(from)
        next.set(from, 'absent')
      }
      for (const { from, to } of entry.pairs) {
        // Nothing comes: it is as it was, unless it goes away itself.
        if (of(from) === 'absent') continue
        touched.add(to)
        const stays = entry.pairs.some(pair => pair.from === to) ? 'absent' : of(to)
        next.set(to, of(from) === 'there' || stays === 'there' ? 'there' : 'maybe')
      }
      known = next
    }
  }
  return known
}
