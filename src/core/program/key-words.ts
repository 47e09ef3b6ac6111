import type { KeyFlow } from '../state/flow.ts'
import { isScoped } from '../state/key.ts'
import { PersistentMap } from '../text/persistent-map.ts'

/** Origins (agents or answers) of the text in a key's value, by key. */
export type KeyWords<Word> = ReadonlyMap<string, ReadonlySet<Word>>

/** Returns the union of some sets. */
export const unionOf = <Word>(sets: readonly (ReadonlySet<Word> | undefined)[]): ReadonlySet<Word> =>
  new Set(sets.flatMap(set => [...(set ?? [])]))

/** Returns origins by key, with the origins of one key replaced. */
export const replaceWords = <Word>(
  words: KeyWords<Word>,
  key: string,
  now: ReadonlySet<Word>,
): KeyWords<Word> => PersistentMap.of(words).set(key, now)

/**
 * Returns the origins by key after one action of a step. `isSure`: whether a write certainly took place, even if it
 * depends on a condition.
 */
export function wordsAfterAction<Word>(words: KeyWords<Word>, flow: KeyFlow, isSure = false): KeyWords<Word> {
  if (flow.kind === 'remove') return without(words, [flow.key])
  if (flow.kind === 'keep-only') {
    const kept = new Set(flow.keys)
    return without(
      words,
      [...words.keys()].filter(key => !kept.has(key) && !isScoped(key)),
    )
  }
  if (flow.kind === 'write') {
    const sources = flow.origin.kind === 'keys' ? flow.origin.keys : []
    const made = unionOf(sources.map(key => words.get(key)))
    const replaces = flow.when === 'always' || isSure
    return replaceWords(words, flow.key, replaces ? made : unionOf([words.get(flow.key), made]))
  }
  if (flow.kind !== 'rename') return words
  const left = without(
    words,
    flow.pairs.map(({ from }) => from),
  )
  return flow.pairs.reduce(
    (after, { from, to }) => replaceWords(after, to, words.get(from) ?? new Set()),
    left,
  )
}

const without = <Word>(words: KeyWords<Word>, gone: readonly string[]): KeyWords<Word> =>
  gone.reduce((left, key) => left.delete(key), PersistentMap.of(words))
