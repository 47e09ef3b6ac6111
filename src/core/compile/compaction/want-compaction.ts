import { effectFailed } from '../../diag/effect.ts'
import { type EffectOf, effectKey } from '../../effect/effect.ts'
import type { Wanted } from '../../effect/wanted.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { PlannedCompaction } from '../../ir/plan.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { readStoredCompaction } from '../../session/unit/stored-compaction.ts'
import type { Setup } from '../contract/setup.ts'
import { declarationsDigest, endOfCovers } from '../fit/asked-compaction.ts'
import type { Earlier } from '../fit/earlier.ts'
import type { Fitted } from '../fit/fit-input.ts'
import { rewritesOf } from '../fit/rewrites-of.ts'
import { isFilling } from '../fit/step.ts'
import { compactionPays, makesRoom } from './pays.ts'

/** Results of a compile that decide if the provider is asked for a compaction. */
export interface CompactionInputs {
  readonly session: SessionView
  readonly fitted: Fitted
  readonly request: object
  readonly wants: Wanted
  readonly earlier: Earlier | null
}

/** Compaction that a compile asks for, and what the plan says of it. */
export interface PlannedAsking {
  readonly effect: EffectOf<'compact'> | null
  readonly planned: PlannedCompaction | null
  /** Whether a compaction is asked for now or on its way, and the one before it did not fail. */
  readonly isExpected: boolean
}

/**
 * Returns the compaction to ask for: of exactly the messages of this request, so that the kept part begins with its
 * answer. It is asked for if the model binds reasoning, the history fills most of its room, and no call waits.
 */
export function compactionToRequest(setup: Setup, inputs: CompactionInputs): PlannedAsking {
  // The request itself asks for a compaction within its answer.
  if (inputs.wants.compacting?.inline === true)
    return { effect: null, planned: null, isExpected: setup.backEnd.compactsWithin === true }
  const asking = askForCompaction(setup, inputs)
  const { compactions } = inputs.wants.outcomes
  const newest = compactions.toSorted((left, right) => left.seq - right.seq).at(-1)
  const isFailing = asking.planned?.again === true || (newest !== undefined && 'error' in newest.outcome)
  return { ...asking, isExpected: asking.planned !== null && !isFailing }
}

function askForCompaction(setup: Setup, inputs: CompactionInputs): Pick<PlannedAsking, 'effect' | 'planned'> {
  const { session, request, wants, earlier } = inputs
  const { model, target, agent, sight } = setup
  const handler = wants.compacting
  const waiting = earlier?.plan.compaction
  const known = waiting === undefined ? undefined : wants.outcomes.outcomeForKey(waiting.key)
  const planned = known === undefined ? (waiting ?? null) : null
  if (handler === null || model === null || !isDue(setup, inputs) || isAskedInTurn(inputs, planned))
    return { effect: null, planned }
  const body = target.compactionRequest?.(request, setup.facts, model) ?? null
  if (body === null) return { effect: null, planned }
  const { rows } = session.units
  const head = declarationsDigest(setup.fingerprint())
  if (isWasted(inputs, head)) return { effect: null, planned }
  const covers = [{ from: 0, to: session.length }]
  const key = effectKey('compact', handler, { head, covers, mark: rows.spans.markAt(rows.spans.length) })
  const facts = { head, rewinds: rows.rewinds.length, found: (rewritesOf(session).at(-1)?.at ?? -1) + 1 }
  const headers = target.headers?.(body, model) ?? {}
  const input = { target: target.name, model, body: body as JsonObject, headers }
  return {
    effect: {
      kind: 'compact',
      key,
      input,
      covers,
      asked: { agent: agent.name, branch: sight.branch, facts },
    },
    planned: { key, events: session.length, ...(planned !== null && { again: true as const }) },
  }
}

/** Whether the history is long enough to be compacted, and complete, and a compaction pays. */
function isDue(setup: Setup, { session, wants, fitted: { history, windowed } }: CompactionInputs): boolean {
  const { units } = session
  const compacting = { session, history, wants }
  return (
    setup.bindsReasoning &&
    (setup.limit !== null || setup.aim !== null) &&
    history.fits &&
    windowed === null &&
    isFilling(history, setup) &&
    units.openUnits().length === 0 &&
    history.sent.some(({ ordinal }) => units.rows.kindOf(ordinal) === 'model') &&
    makesRoom(setup, compacting) &&
    compactionPays(setup, compacting)
  )
}

/**
 * Whether a compaction was asked for in the current turn, since room was made in it, and is not there yet, or two in a
 * row were not used: refused, or too late. A process that ended may have lost one, so the next turn asks again.
 */
function isAskedInTurn(
  { session, wants, earlier, fitted: { history } }: CompactionInputs,
  planned: PlannedCompaction | null,
): boolean {
  const { rows } = session.units
  const opener = Math.min(...currentInput(session.units))
  const { compactions } = wants.outcomes
  const holder = history.floor === null ? -1 : rows.seqOf(history.floor.holder)
  const used = compactions.find(({ seq }) => seq === holder)
  const trim = earlier?.decisions.find(({ kind }) => kind === 'trim')
  const since = Math.max(
    Number.isFinite(opener) ? rows.seqOf(opener) : 0,
    used === undefined ? holder : endOfCovers(used.outcome),
  )
  const isWaiting = planned !== null && planned.events > since
  if (isWaiting && planned.events >= (trim?.at ?? 0)) return true
  // After a trim, one that is still on its way comes too late.
  const late = isWaiting ? (planned.again ? 2 : 1) : 0
  return compactions.filter(({ outcome }) => endOfCovers(outcome) > since).length + late >= 2
}

/**
 * Whether the two newest compactions are not in use, and the declarations have changed since the newest one. If they
 * change in every turn, such as by a value of the state, no compaction could be used by the next request.
 */
function isWasted({ session, wants, fitted: { history } }: CompactionInputs, head: string): boolean {
  const used = history.floor === null ? -1 : session.units.rows.seqOf(history.floor.holder)
  const unused = wants.outcomes.compactions.filter(({ outcome, seq }) => 'output' in outcome && seq > used)
  const newest = unused.at(-1)?.outcome
  if (unused.length < 2 || newest === undefined || !('output' in newest)) return false
  return readStoredCompaction(newest.output)?.head !== head
}

/** Reports compactions that failed since the earlier request. */
export function noteCompactionFailures({ wants, earlier }: CompactionInputs): void {
  for (const { outcome, seq } of wants.outcomes.compactions) {
    if (!('error' in outcome) || seq < (earlier?.head ?? 0)) continue
    const { handler, error: why } = outcome
    wants.note({
      kind: `compaction failed ${handler} ${why}`,
      say: places => effectFailed({ kind: 'compact', handler, why }, places),
      at: 'c:request',
    })
  }
}
