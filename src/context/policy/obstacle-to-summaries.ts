import type { Clause } from '../../ir/policy.ts'
import { slides } from '../selector/selectors.ts'

/** Reason why summaries cannot stand for a clause's units, and what to do about it. */
interface Obstacle {
  readonly what: string
  readonly help: string
}

/** Returns why summaries of a clause's units would be made and not be used: they are let go otherwise, or never; null if not. */
export function obstacleToSummaries({ select, tier, atMost }: Clause): Obstacle | null {
  if (slides(select))
    return {
      what: 'moves on by itself, and summarizes what it leaves behind',
      help: 'let C.all() summarize: [C.window(5), C.all().summarize({ olderThan: 5 })]',
    }
  if (tier !== undefined && tier !== 'important')
    return { what: `summarizes ${tier} units`, help: 'leave out .tier, or leave out .summarize' }
  if (atMost !== undefined)
    return {
      what: 'may take only so many tokens, and summarizes what is beyond',
      help: 'leave out .atMost: the budget of the request is what summaries make room in',
    }
  return null
}
