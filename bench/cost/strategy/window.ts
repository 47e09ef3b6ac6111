import { type Begin, messagesFrom } from '../history.ts'
import { sizesOf, widest } from '../sizes.ts'
import type { Strategy } from './strategy.ts'

/** Newest whole units that fit, after the user's messages that opened their turn. */
export const slidingWindow: Strategy = {
  name: 'sliding window',
  async begin({ history, tokens, head, begins, calls }, budget) {
    const sizes = sizesOf(head, tokens, begins, calls)
    return async said => {
      const place = widest(sizes, calls.indexOf(said), budget - head)
      return place < 0 ? null : messagesFrom(history, begins[place] as Begin, said)
    }
  },
}

/** Everything, whatever the budget. */
export const fullHistory: Strategy = {
  name: 'full history (no budget)',
  async begin({ history }) {
    return async said => history.slice(0, said)
  },
}
