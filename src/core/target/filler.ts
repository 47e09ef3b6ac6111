import { fillerAdded } from '../diag/target.ts'
import { addCounts } from '../ir/count.ts'
import { fillerText } from '../lower/repairs.ts'
import type { Fragment, Setting } from './target.ts'

/** Returns the filler message of a user, as a fragment, that is added between two consecutive answers. */
export const fillerBetween = (message: object, { counter, origins }: Setting<unknown>): Fragment => ({
  messages: [origins.recordWhole(message, 'c:filler')],
  count: addCounts(counter.text(fillerText), counter.message),
  edits: [],
  notes: [{ kind: 'CX7004 between', say: () => fillerAdded('between', fillerText), at: 'c:filler' }],
  toolNames: [],
  reasoning: 0,
  fills: true,
})
