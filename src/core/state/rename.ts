import { Path } from '../form/path.ts'
import { changeFromKeys, removalChange } from './change.ts'
import { defineStep } from './define.ts'
import { assertKey, readEntries } from './key.ts'
import type { StateStep } from './step.ts'

/**
 * Renames keys, all at once: `{ a: 'b', b: 'a' }` swaps two keys. A missing key is skipped; a renamed value replaces an
 * existing value of its new key. Throws a TypeError if two keys get the same new name.
 *
 * @example
 * import { createSession, S } from 'ctxc'
 * import { applyStep } from 'ctxc/state'
 *
 * const { session } = applyStep(createSession({ state: { findings: 'f' } }), S.rename({ findings: 'input' }))
 * console.log(session.state) // { input: 'f' }
 */
export function rename<const Names extends Readonly<Record<string, string>>>(
  names: Names,
): StateStep<
  keyof Names & string,
  Names[keyof Names & string],
  Exclude<keyof Names & string, Names[keyof Names & string]>
> {
  const pairs = readEntries(names, 'S.rename').map(([from, to]) => Object.freeze({ from, to }))
  const taken = new Set<string>()
  for (const { from, to } of pairs) {
    assertKey(to, Path.named('S.rename').in(from))
    if (taken.has(to)) throw Path.named('S.rename').wrong(`gives two keys the name '${to}'`)
    taken.add(to)
  }
  return defineStep(
    'rename',
    [{ kind: 'rename', by: 'rename', pairs: Object.freeze(pairs) }],
    state => {
      const there = pairs.filter(({ from }) => Object.hasOwn(state, from))
      return {
        // All old names are removed before any new one is set.
        changes: [
          ...there.map(({ from }) => removalChange(from)),
          ...there.map(({ from, to }) => changeFromKeys(to, state[from]!, [from])),
        ],
        reads: there.map(({ from }) => from),
      }
    },
    { kind: 'S.rename', names: Object.freeze(Object.fromEntries(pairs.map(({ from, to }) => [from, to]))) },
  )
}
