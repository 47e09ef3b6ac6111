import type { Diagnostic } from '../../diag/diagnostic.ts'
import { emptyConversation } from '../../diag/target.ts'
import type { DriveRound as Asking, CoreRun } from '../../effect/drive.ts'
import { Wanted } from '../../effect/wanted.ts'
import { nextStepsFromLog } from '../../program/next-in.ts'
import type { NextStep } from '../../program/next-step.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { nextAgent } from '../contract/answer-author.ts'
import type { Calibrated } from '../contract/core-input.ts'
import type { Setup } from '../contract/setup.ts'
import { type Core, compileCore } from '../core.ts'
import { neverDroppedUnits } from '../fit/required.ts'
import { isHeldElsewhere } from '../held-elsewhere.ts'
import { adoptedFactor, usageFromPlan } from '../plan/usage.ts'
import { memoOfSession, type Prepared } from '../preparations.ts'
import type { Resolved } from '../resolve/resolve.ts'
import { eventVisibility } from '../sees.ts'
import { withoutTarget } from '../without-target.ts'
import { resolveState } from './resolved.ts'
import type { RoundState } from './round.ts'

/** Inputs that all attempts to write a request share. */
interface Subject {
  readonly state: RoundState
  readonly resolved: Resolved
  readonly model: string | null
  readonly calibrated: Calibrated
  /** Diagnostics of the steps before the core run (the synchronous part of a compile). */
  readonly before: readonly Diagnostic[]
}

/**
 * Writes the request of a compile. `asking` contains the outcomes of handlers, and records the work that handlers still
 * have to do.
 */
export function writeRequest(state: RoundState, asking: Asking<Core>): CoreRun<Core> {
  const { kept, placed, options, plan, target } = state
  const subject = subjectOfState(state)
  const { calibrated, model } = subject
  const prepareWithFactor = (factor: number | null): Prepared =>
    kept.preparations.prepareAgent(placed, subject.resolved, options, target, factor)
  const first = prepareWithFactor(calibrated.factor)
  if (first.setup === null) return { result: resultWithoutTarget(subject), wants: [] }
  const write = coreRunner(subject, asking)
  const made = write(first, first.setup, calibrated.factor)
  const factor = adoptedFactor(calibrated, model, made.result.compiled, plan.plan)
  if (factor === undefined) return made
  const again = prepareWithFactor(factor)
  return again.setup === null ? made : write(again, again.setup, factor)
}

function subjectOfState(state: RoundState): Subject {
  const { kept, added, recalled, failed, options, plan, session, seen, findings } = state
  const agent = state.resolved ?? resolveState(state)
  const model = options.model ?? agent.agent.model ?? null
  return {
    state,
    resolved: agent,
    model,
    calibrated: usageFromPlan(plan.plan, {
      ...{ session, model },
      ...{ agent: agent.agent.name, branch: agent.sight.branch },
    }),
    before: [
      ...added.diagnostics,
      ...recalled.diagnostics,
      ...failed,
      ...kept.program.diagnostics,
      ...agent.diagnostics,
      // Only validators need to know which events the agent sees.
      ...(findings?.(eventVisibility(seen, agent, options.now ?? null)) ?? []),
    ],
  }
}

function resultWithoutTarget({ state, resolved, model, before }: Subject): Core {
  const { session, lens, plan } = state
  const { agent, sight } = resolved
  const compiled = withoutTarget(session, {
    ...{ agent: nextAgent(agent, sight), next: nextStepsOf(state), model },
    plan: plan.plan,
    before: lens.protectDiagnostics([...before, ...lens.diagnostics(null)]),
  })
  return { compiled, summaries: null, whyUnsent: () => null }
}

/**
 * Returns a function that runs the core. If reported token usage leads to new bounds for the counts, it runs the core
 * again.
 */
function coreRunner({ state, resolved, calibrated, before }: Subject, asking: Asking<Core>) {
  const { kept, session, seen, lens, added, recalled, declared, options, plan } = state
  const { before: earlier, ...asked } = asking
  const empty = isEmpty(state, resolved) ? [emptyConversation()] : []
  let reported: readonly Diagnostic[] | null = null
  return (prepared: Prepared, setup: Setup, factor: number | null): CoreRun<Core> => {
    const memo = memoOfSession(prepared, setup, seen)
    const wants = new Wanted({
      ...asked,
      handlers: options.effects ?? {},
      known: session.units.outcomes,
      get keys() {
        return memo.keys
      },
      added: [...added.events, ...recalled.events, ...declared],
    })
    const reading = memo.readForAgent(seen, options.now ?? null)
    reported ??= lens.diagnostics(neededSeqs(reading.session))
    const result = compileCore(
      { ...setup, diagnostics: [...before, ...reported, ...empty, ...setup.diagnostics] },
      reading,
      memo,
      {
        ...{
          plan,
          isImported: kept.program.format !== null,
          headChange: state.headChange,
          wants,
          sources: resolved.beside,
          next: () => nextStepsOf(state),
        },
        ...{ before: earlier?.compiled.work ?? null, now: options.now ?? null },
        calibrated: { ...calibrated, factor },
        speakersApart: kept.speakersApart,
        reported: lens.isClear ? null : diagnostics => lens.protectDiagnostics(diagnostics),
      },
    )
    return { result, wants: [...wants.pending.values()] }
  }
}

/**
 * Whether there is nothing to send: no conversation units, no context blocks, and no messages that the provider stores.
 */
const isEmpty = ({ session }: RoundState, { agent, beside }: Resolved): boolean => {
  const { rows } = session.units
  return rows.length === rows.hidden && beside.texts.length === 0 && !isHeldElsewhere(agent.extra)
}

const nextStepsOf = ({ kept: { program }, session }: RoundState): readonly NextStep[] =>
  nextStepsFromLog(program.member, program.graph, session)

/** Returns the sequence numbers of the events that are never dropped. */
const neededSeqs = ({ units }: SessionView): readonly number[] => {
  const { rows } = units
  return [...neverDroppedUnits(units)].flatMap(unit =>
    rows.spansOf(rows.covers.unitShownAt(unit)).map(span => rows.spans.seqOf(span)),
  )
}
