import type { PlannedCache, PlannedCompaction, PlannedUsage } from '../../ir/plan.ts'
import { buildMap } from '../../map/source-map.ts'
import type { Setup } from '../contract/setup.ts'
import type { FitInput, Fitted } from '../fit/fit-input.ts'
import { type BlocksDigest, digestBlocks } from '../fit/placement.ts'
import { reasoningChange } from '../loss/losses.ts'
import { contentDigest } from './content-digest.ts'
import { digestPassedPrefix } from './pass-digest.ts'
import { type WrittenPlan, writePlan } from './write-plan.ts'

/** Writes the plan of a request after its history was fitted into the room. */
export function planOf(
  setup: Setup,
  { choice }: FitInput,
  fitted: Fitted,
  {
    isImported,
    request,
    usage,
    cache,
    compaction,
    step,
  }: {
    readonly isImported: boolean
    readonly request: object
    readonly usage: PlannedUsage | null
    readonly cache: PlannedCache | null
    readonly compaction: PlannedCompaction | null
    readonly step: number | null
  },
): WrittenPlan {
  const { session, earlier } = choice
  const { history, drafted, beside, windowed } = fitted
  const passes =
    windowed &&
    digestPassedPrefix(setup.target.pieces(request), buildMap(request, setup.origins, 'c:request'), {
      session,
      history,
      earlier,
    })
  return writePlan({
    change: reasoningChange({ session, earlier, history, drafted, windowed }, setup.counter),
    isBudgeted: setup.isBudgeted && setup.bindsReasoning,
    declared: setup.sight.declaredAt ?? null,
    content:
      isImported && setup.facts.binds ? contentDigest(session, session.length, setup.facts.binds) : null,
    session,
    history,
    drafted: { ...drafted, request },
    fingerprint: setup.fingerprint(),
    earlier,
    beside: besideHash(digestBlocks({ ...choice, beside }, history.standing)),
    passes,
    usage,
    cache,
    compaction,
    step,
  })
}

/** Returns the digests of context blocks as text; empty if reasoning is bound to none. */
const besideHash = ({ blocks, hash, inTurn, passing }: BlocksDigest): string =>
  blocks === 0 && inTurn === '' && passing === '' ? '' : `${hash} ${inTurn} ${blocks} ${passing}`.trimEnd()
