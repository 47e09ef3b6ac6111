import type { Lineage, WordsByKey } from '../session/unit/provenance.ts'
import type { KeyFlow } from '../state/flow.ts'
import type { StateStep } from '../state/step.ts'
import { type KeyWords, unionOf, wordsAfterAction } from './key-words.ts'
import type { Member } from './member.ts'
import { outputKeyOf, type PlacedAgent } from './placed.ts'
import { agentsAnsweringFor } from './routes.ts'
import { makersOf } from './step-event.ts'
import { membersAtAnyDepth } from './walk.ts'

/** Returns how agents' answers enter the state, and how steps then move them from key to key. */
export function traceAnswers(
  steps: readonly StateStep[],
  program: Member,
  agents: ReadonlyMap<string, PlacedAgent>,
): Lineage {
  const collected = new Map<string, ReadonlySet<string>>()
  for (const member of membersAtAnyDepth(program))
    if ('kind' in member && member.kind === 'mapOver')
      collected.set(member.into, unionOf([collected.get(member.into), agentsAnsweringFor(member.member)]))
  const makers = makersOf(steps)
  return {
    keyOf: author => {
      const placed = agents.get(author)
      return placed && outputKeyOf({ agents }, placed)
    },
    collectedIn: key => collected.get(key),
    moved: (words, delta) => {
      const set = new Set(Object.keys(delta.set ?? {}))
      const ends = makers(delta).map(step => wordsAfterStep(step, words, set))
      const [one, ...others] = ends
      if (one === undefined || others.length === 0) return one ?? new Map()
      return new Map([...set].map(key => [key, unionOf(ends.map(end => end.get(key)))]))
    },
  }
}

/**
 * Returns the origins by key after a step that set the given keys. A write to one of these keys certainly took place if
 * the step has no other write to that key.
 */
function wordsAfterStep({ flow }: StateStep, words: WordsByKey, set: ReadonlySet<string>): KeyWords<number> {
  const writes = flow.flatMap(entry => (entry.kind === 'write' ? [entry.key] : []))
  const isSure = (entry: KeyFlow): boolean =>
    entry.kind === 'write' &&
    set.has(entry.key) &&
    writes.indexOf(entry.key) === writes.lastIndexOf(entry.key)
  return flow.reduce<KeyWords<number>>(
    (before, entry) => wordsAfterAction(before, entry, isSure(entry)),
    words,
  )
}
