import { check, objectCheck, oneOf, trueOrFalse } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { Operation } from '../ir/policy.ts'
import type { Protection } from '../ir/protection.ts'

/** Options of `fresh`. Give at least one age, or `superseded`. */
export interface FreshnessOptions {
  /** Age in turns from which a result counts as old. */
  readonly turns?: number
  /**
   * Age in milliseconds from which a result counts as old, from the `time` of its event to the compile option `now`.
   */
  readonly time?: number
  /**
   * Handling of old results. `exclude` (the default) drops their content, `warn` marks them, `compact` marks and
   * compacts them with a handle, and `summarize` marks them until a summary replaces them. The last two count age in
   * turns only.
   */
  readonly action?: 'exclude' | 'warn' | 'compact' | 'summarize'
  /** Whether a result is dropped, at any age, once a later call with the same arguments has returned another result. */
  readonly superseded?: boolean
}

const some = check('a whole number from 1', value => Number.isSafeInteger(value) && (value as number) > 0)
const options = objectCheck({
  turns: some,
  time: some,
  action: oneOf(['exclude', 'warn', 'compact', 'summarize']),
  superseded: trueOrFalse,
})

/** Minimum characters of an old result that is compacted. */
const shortest = 200

/**
 * Returns a protection against stale facts for `protect` of an agent or of a compile: old tool results are dropped,
 * marked, compacted or summarized. No clause of the policy can prevent this. Throws a TypeError for a malformed option.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { fresh } from 'ctxc/protect'
 *
 * agent({ name: 'trader', protect: [fresh({ turns: 3, superseded: true })] })
 */
export function fresh(given: FreshnessOptions): Protection {
  const at = Path.options('fresh')
  options(given, at)
  const { turns, time, action = 'exclude', superseded = false } = given
  const hasAge = turns !== undefined || time !== undefined
  if (!hasAge && !superseded)
    throw at.wrong('has no age', { help: 'give turns, time in milliseconds, or superseded: true' })
  if (!hasAge && given.action !== undefined)
    throw at.wrong(`has the action ${action}, but no turns`, { help: 'give turns, or remove action' })
  if (time !== undefined && (action === 'compact' || action === 'summarize'))
    throw at.wrong(`has time, but the action ${action} counts turns`, { help: 'give turns' })
  const ages = { ...(turns !== undefined && { turns }), ...(time !== undefined && { time }) }
  const operationsByAge = (): Operation[] => {
    if (!hasAge) return []
    if (action === 'exclude' || action === 'warn') return [{ op: 'fresh', ...ages, action }]
    const olderThan = turns !== undefined && { olderThan: turns }
    return [
      // Marks results that are too short to compact, and results that no summary replaces.
      { op: 'fresh', ...ages, action: 'warn' },
      action === 'compact'
        ? { op: 'compact', over: shortest, ...olderThan }
        : { op: 'summarize', ...olderThan },
    ]
  }
  const operations: Operation[] = [
    ...(superseded ? [{ op: 'dedupe', which: 'superseded' } as const] : []),
    ...operationsByAge(),
  ]
  return Object.freeze({ kind: 'fresh', operations: Object.freeze(operations) })
}
