import type { Clause } from '../../ir/policy.ts'
import { isSlidingSelector } from '../selector/selectors.ts'

/** Reason why summaries cannot replace a clause's units, and a suggestion to the author of the policy. */
interface Obstacle {
  readonly what: string
  readonly help: string
}

/** Returns the reason why a clause's summaries would be made but never used; null if they would be used. */
export function obstacleToSummaries({ select, tier, atMost }: Clause): Obstacle | null {
  if (isSlidingSelector(select))
    return {
      what: 'is a moving window, but summarizes what leaves it',
      help: 'summarize with C.all(): [C.window(5), C.all().summarize({ olderThan: 5 })]',
    }
  if (tier !== undefined && tier !== 'important')
    return { what: `summarizes ${tier} units`, help: 'remove .tier, or remove .summarize' }
  if (atMost !== undefined)
    return {
      what: 'has a token limit, but summarizes what is above it',
      help: 'remove .atMost: summaries make room in the budget of the request',
    }
  return null
}
