import { writeContextBlocks } from './beside/emit.ts'
import { noBlocks } from './beside/placed.ts'
import { emptiedSources } from './beside/repeated.ts'
import type { CoreInput } from './contract/core-input.ts'
import type { Reading } from './contract/reading.ts'
import type { Setup } from './contract/setup.ts'
import { earlierCompaction, findAskedCompaction } from './fit/asked-compaction.ts'
import { lastBeforeRequired } from './fit/behind-compaction.ts'
import type { Earlier } from './fit/earlier.ts'
import type { FitInput } from './fit/fit-input.ts'
import { type Floor, type FoundCompaction, findCompaction } from './fit/provider-compaction.ts'
import type { Memo } from './memo.ts'

/**
 * Gathers the inputs for fitting a history. The order of the steps matters for the recorded origins: context blocks,
 * searches, folds.
 */
export function gatherFitInput(
  setup: Setup,
  { session, selection }: Reading,
  memo: Memo,
  earlier: Earlier | null,
  { wants, sources, headChange }: CoreInput,
): FitInput {
  const { searches, declared } = sources
  const repeated = memo.repeated.repeatedFrom(setup, session, declared, earlier?.start ?? 0)
  const texts = [...sources.texts, ...emptiedSources(repeated, declared)]
  const { backEnd, stubs, room, low, bindsReasoning, sizing, agent } = setup
  // The selected units may change with every compile, older units included, so each compile searches again.
  const known = selection === null ? memo.compaction : { seen: 0, floor: null }
  const floorFrom = (found: FoundCompaction | null): Floor | null =>
    found && { ...found, last: lastBeforeRequired(session, found, earlier) }
  const sentFloor = floorFrom(earlierCompaction(session, wants.outcomes, earlier))
  const decided = { session, selection, earlier, beside: noBlocks, repeated, wants, sentFloor, headChange }
  return {
    choice: {
      backEnd,
      stubs,
      room,
      low,
      bindsReasoning,
      sizing,
      agent,
      fragments: memo.fragments,
      replaced: memo.replaced,
      ...decided,
    },
    floorOf() {
      const asked = findAskedCompaction(session, setup, wants.outcomes, earlier)
      const found = findCompaction(session, setup, { known, holders: memo.holders.holdersIn(session) })
      return floorFrom(asked === null || (found !== null && found.from >= asked.from) ? found : asked)
    },
    sources: texts.length === 0 ? noBlocks : writeContextBlocks(setup, texts),
    kit: {
      setup,
      recalled: searches.length === 0 ? null : memo.searchesOf(session, searches),
      folded: setup.schedule.folds.length === 0 ? {} : memo.foldedStates(session),
    },
  }
}
