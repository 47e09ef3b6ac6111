import { suggestField } from './suggest.ts'

/** Throws a TypeError for arguments after the options of a function that takes nothing else. */
export function assertOptionsAlone(others: readonly unknown[], of: string): void {
  if (others.length > 0)
    throw new TypeError(`${of} takes one argument, its options: a second one would be ignored`)
}

/** Throws a TypeError for an option that a function does not have. `advice` has the advice for names of other functions' options. */
export function assertOptionNames(
  options: object,
  known: readonly string[],
  of: string,
  advice: Readonly<Record<string, string>> = {},
): void {
  for (const key of Object.keys(options))
    if (!known.includes(key)) {
      const own = Object.hasOwn(advice, key) ? advice[key] : suggestField(key, known)
      throw new TypeError(`${of} has no option '${key}': ${own}`)
    }
}
