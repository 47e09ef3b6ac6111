import { check, fields, oneOf, trueOrFalse } from '../form/check.ts'
import { Path } from '../form/path.ts'
import type { Operation } from '../ir/policy.ts'
import type { Protection } from '../ir/protection.ts'

/** Options of `fresh`. At least one age, or `superseded`, is given. */
export interface FreshnessOptions {
  /** Age in turns from which a result is old. */
  readonly turns?: number
  /** Age in milliseconds from which a result is old, by the `time` of its event and the compile option `now`. */
  readonly time?: number
  /**
   * Fate of old results: their content is left out (`exclude`, the default), they are marked (`warn`), marked and shown short
   * with a handle (`compact`), or marked until a summary stands for them (`summarize`). The last two go by turns alone.
   */
  readonly action?: 'exclude' | 'warn' | 'compact' | 'summarize'
  /** Whether a result is left out, at any age, once a later call with the same arguments has another one. */
  readonly superseded?: boolean
}

const some = check('a whole number from 1', value => Number.isSafeInteger(value) && (value as number) > 0)
const options = fields({
  turns: some,
  time: some,
  action: oneOf(['exclude', 'warn', 'compact', 'summarize']),
  superseded: trueOrFalse,
})

/** Characters from which an old result is shown short. */
const shortest = 200

/**
 * Returns a protection from stale facts for `protect` of an agent or of a compile: old results of tools are left out, marked,
 * compacted or summarized, whatever clause of the policy selects them. Throws a TypeError for a malformed option.
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
  const byAge = (): Operation[] => {
    if (!hasAge) return []
    if (action === 'exclude' || action === 'warn') return [{ op: 'fresh', ...ages, action }]
    const olderThan = turns !== undefined && { olderThan: turns }
    return [
      // Short results, and those that no summary stands for, are marked.
      { op: 'fresh', ...ages, action: 'warn' },
      action === 'compact'
        ? { op: 'compact', over: shortest, ...olderThan }
        : { op: 'summarize', ...olderThan },
    ]
  }
  const operations: Operation[] = [
    ...(superseded ? [{ op: 'dedupe', which: 'superseded' } as const] : []),
    ...byAge(),
  ]
  return Object.freeze({ kind: 'fresh', operations: Object.freeze(operations) })
}
