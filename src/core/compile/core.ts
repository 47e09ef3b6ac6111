import { priceStepAt } from '../cache/rates.ts'
import { addCounts, zero } from '../ir/count.ts'
import { shownEvents } from './beside/shown-event.ts'
import { markRequest } from './breakpoints/place-breakpoints.ts'
import { fitBeforeCompaction } from './compaction/fit-before-compaction.ts'
import { compactionToRequest, noteCompactionFailures } from './compaction/want-compaction.ts'
import type { CoreInput } from './contract/core-input.ts'
import type { Reading } from './contract/reading.ts'
import type { Compiled } from './contract/result.ts'
import type { Setup } from './contract/setup.ts'
import { sumWork } from './contract/work.ts'
import { useCache } from './explicit-cache/use-cache.ts'
import { gatherFitInput } from './input.ts'
import type { Memo } from './memo.ts'
import { planOf } from './plan/plan-of.ts'
import { earlierDecisions } from './plan/read-plan.ts'
import { countToRequest } from './plan/want-count.ts'
import { diagnose, notePasses } from './report/diagnose.ts'
import { compiledResult } from './report/result-of.ts'
import { tokensOf } from './report/tokens.ts'
import { Materials } from './summary/messages.ts'
import { planSummaries } from './summary/plan-summaries.ts'
import type { ReadySummaries } from './summary/ready.ts'

/** Compile result, and the summaries for which the compile must start again; null if there are none. */
export interface Core {
  readonly compiled: Compiled
  readonly summaries: ReadySummaries | null
  /** Returns why the request does not contain a unit; null if it does. */
  readonly whyUnsent: (unit: number) => 'compacted' | 'dropped' | null
}

/**
 * Compiles declarations and a session into a request, with the decisions of an earlier plan. Synchronous and without
 * I/O. Changes the setup's meter and origins, the caches of `memo`, the limits of `reading.selection`, and `run.wants`.
 */
export function compileCore(setup: Setup, reading: Reading, memo: Memo, run: CoreInput): Core {
  const { origins, meter } = setup
  const { session, selection } = reading
  meter.beginMeasuring(origins)
  const { earlier, refused } = earlierDecisions(run.plan, session, setup, run.headChange)
  const input = gatherFitInput(setup, reading, memo, earlier, run)
  const fitted = fitBeforeCompaction(setup, input, { wants: run.wants, earlier })
  const { history, drafted, beside, windowed } = fitted
  const { request: whole, withheld } =
    setup.marks === null
      ? { request: drafted.request, withheld: [] }
      : markRequest({ setup, marks: setup.marks }, session, history, drafted.request)
  const tokens = tokensOf(setup, history, addCounts(beside.count, windowed?.count ?? zero))
  const { calibrated } = run
  const usage = setup.calibrates ? { estimate: tokens.input, ...calibrated } : null
  const { caching } = run.wants
  const { request, cached, planned } =
    caching === null
      ? { request: whole, cached: null, planned: null }
      : useCache(setup, {
          ...{ history, wants: run.wants, handler: caching, now: run.now, request: whole },
          ...{ prefixes: memo.prefixes, earlier: earlier?.plan.cache },
        })
  const { price } = setup.facts
  const step = (price?.steps && priceStepAt(price, tokens.input)?.over) ?? null
  const about = { session, fitted, request: whole, wants: run.wants, earlier }
  const asking = compactionToRequest(setup, about)
  noteCompactionFailures(about)
  const counting = countToRequest(setup, {
    ...{ request: whole, estimate: tokens.input, reports: calibrated.reports, wants: run.wants },
    since: earlier?.head ?? 0,
  })
  const { planned: compaction } = asking
  const summaries =
    selection &&
    planSummaries(
      {
        ...{ session, selection, history, setup, wants: run.wants },
        materials: new Materials(session, setup),
        speakersApart: run.speakersApart(),
        settled: memo.settled,
        isCompacted: asking.isExpected,
        since: earlier?.head ?? 0,
      },
      earlier?.start ?? 0,
    )
  const decided = planOf(setup, input, fitted, {
    isImported: run.isImported,
    request: whole,
    usage,
    cache: planned,
    compaction,
    step,
  })
  const findings = diagnose(setup, {
    ...{ session, fitted, request: whole, tokens, decided, refused, isPlanned: earlier !== null },
    earlierPlan: earlier?.plan ?? null,
    isNewStep: step !== null && step > (earlier?.plan.step ?? 0),
    late(found) {
      for (const note of run.wants.notes) found.addFindingPlace(note)
      if (memo.foldsFailed !== null) notePasses(found, memo.foldsFailed)
    },
  })
  memo.fragments.removeUnusedFragments()
  const ok = !findings.failed
  for (const asked of [asking.effect, counting]) if (ok && asked !== null) run.wants.askProviderLater(asked)
  const compiled = compiledResult(setup, reading, {
    ...{
      tokens,
      fitted,
      losses: decided.losses,
      withheld,
      next: run.next,
      events: ok
        ? [...run.wants.events, ...shownEvents(setup, session, fitted, run.sources)]
        : run.wants.events,
      wants: run.wants.left,
    },
    request: ok ? request : null,
    cached: ok ? cached : null,
    diagnostics: run.reported?.(findings.list()) ?? findings.list(),
    work: sumWork(meter.readWork(origins), run.before),
    // A failed compile made no decisions, so the earlier plan is returned.
    plan: ok ? decided.plan : (earlier?.plan ?? null),
  })
  const { floor, sent } = history
  let ordinals: ReadonlySet<number> | undefined
  const whyUnsent: Core['whyUnsent'] = unit => {
    ordinals ??= new Set(sent.map(({ ordinal }) => ordinal))
    if (ordinals.has(unit)) return null
    return floor !== null && unit < floor.from ? 'compacted' : 'dropped'
  }
  return { compiled, summaries, whyUnsent }
}
