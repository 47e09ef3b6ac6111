import { objectCheck } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { positiveCountCheck, tokens } from '../form/quantities.ts'
import type { Policy } from '../ir/policy.ts'
import { all } from './functions/all.ts'
import { last } from './functions/last.ts'
import { readPolicy } from './policy/read-policy.ts'

/** Limits on the history that a compile keeps. */
export interface CompressorOptions {
  /** Upper bound on the tokens of history. */
  readonly tokenBudget: number
  /** Number of newest conversation units that are always kept, even if they are large. */
  readonly keepRecent: number
}

const check = objectCheck({ tokenBudget: tokens, keepRecent: positiveCountCheck('units') }, [
  'tokenBudget',
  'keepRecent',
])

/**
 * Always keeps the newest conversation units, and as much older history as fits into the token budget:
 * `[C.last(keepRecent).tier('critical'), C.all().atMost(tokenBudget)]`.
 *
 * @example
 * import { agent, C } from 'ctxc'
 *
 * agent({ name: 'bot', context: C.contextCompressor({ tokenBudget: 4096, keepRecent: 3 }) })
 */
export function contextCompressor(options: CompressorOptions): Policy {
  const at = Path.options('C.contextCompressor')
  check(options, at)
  return readPolicy([last(options.keepRecent).tier('critical'), all().atMost(options.tokenBudget)], at)
}
