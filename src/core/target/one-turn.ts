import type { FindingNote } from '../diag/collect.ts'
import { opaqueLeftOut } from '../diag/opaque.ts'
import type { Extra } from '../ir/extra.ts'
import type { Origin } from '../ir/origin.ts'
import { optionsForTarget } from '../vendor/ai-sdk/rows/options.ts'

const passing = 'next_user_message'

/** Whether a vendor shows the text of a message to its model only until the next user message. */
export function isForOneTurn(extra: Extra | undefined): boolean {
  if (extra?.format === 'anthropic') return extra.fields.clear_at === passing
  return extra?.format === 'ai-sdk' && optionsForTarget(extra.fields, 'anthropic').clearAt === passing
}

/** Creates a note that a text was dropped, because the text was valid for one turn only and this turn is over. */
export const turnOver = (at: Origin): FindingNote => ({
  kind: 'CX7008 clear_at',
  say: places => opaqueLeftOut('clear_at', 'turn over', places, 'dropped'),
  at,
})
