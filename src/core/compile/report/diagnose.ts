import { declaredToolNames } from '../../agent/tool-facts.ts'
import { priceStepAt, ratesAt } from '../../cache/rates.ts'
import { budgetTooSmall, priceStepCrossed } from '../../diag/budget.ts'
import { Findings } from '../../diag/collect.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { passFailed } from '../../diag/pass.ts'
import { planIgnored, prefixChanged } from '../../diag/plan.ts'
import { contextLeftOut, sourceLimitTooSmall } from '../../diag/policy.ts'
import { nothingToAnswer, ruleBroken, toolRenamed, toolsStubbed } from '../../diag/target.ts'
import type { Price, PriceStep } from '../../ir/model.ts'
import type { DecisionKind, Plan } from '../../ir/plan.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import { type FoundUnit, unitsFoundIn } from '../beside/placed.ts'
import { isUncached } from '../breakpoints/cached.ts'
import type { Tokens } from '../contract/result.ts'
import type { Setup } from '../contract/setup.ts'
import type { History } from '../fit/choice.ts'
import type { Fitted } from '../fit/fit-input.ts'
import { highWater } from '../fit/tally.ts'
import { aboveAim } from '../fit/window.ts'
import type { WrittenPlan } from '../plan/write-plan.ts'
import { budgetCostDiagnostic } from './budget-cost.ts'
import { noteHistory, noteWindow } from './diagnose-history.ts'
import { noteMissedCache } from './missed-cache.ts'
import { undroppableParts } from './tokens.ts'
import { noteUnrevealed } from './unrevealed.ts'
import { noteUnused } from './unused-reasoning.ts'

/** Results of a compile's phases from which diagnostics are made. */
export interface PhaseResults {
  readonly session: SessionView
  readonly fitted: Fitted
  readonly request: object
  readonly tokens: Tokens
  readonly decided: WrittenPlan
  /** Reason why the earlier plan was ignored; null if the plan was used or none was passed. */
  readonly refused: string | null
  /** Whether decisions of an earlier plan were used. */
  readonly isPlanned: boolean
  /** Plan of the previous request; null if it was not used. */
  readonly earlierPlan: Plan | null
  /** Whether the request has a higher price step than the previous request. */
  readonly isNewStep: boolean
  /** Adds diagnostics about effects and passes. They are known only after the history was fitted. */
  readonly late: (findings: Findings) => void
}

/**
 * Returns the findings of a compile, in the order of its phases. The request is checked by the target's rules, unless
 * an error was found earlier.
 */
export function diagnose(setup: Setup, outcome: PhaseResults): Findings {
  const findings = new Findings()
  for (const diagnostic of setup.diagnostics) findings.addDiagnostic(diagnostic)
  if (outcome.refused !== null) findings.addDiagnostic(planIgnored(outcome.refused))
  const { session, fitted, request } = outcome
  const { backEnd, limit } = setup
  const isTooLong = !fitted.history.fits && outcome.tokens.max > (limit ?? Number.POSITIVE_INFINITY)
  if (isTooLong)
    findings.addDiagnostic(
      budgetTooSmall(limit ?? 0, undroppableParts(session, backEnd, fitted.history, fitted.beside)),
    )
  // A request within the limit is sent although no larger one fits, so what it leaves out is reported too.
  else diagnoseFitted(findings, setup, outcome)
  outcome.late(findings)
  if (outcome.isNewStep && !findings.failed)
    findings.addDiagnostic(priceStepDiagnostic(setup, outcome.tokens))
  // After an error, the request is not checked, so that one cause leads to only one error.
  if (!findings.failed)
    for (const { rule, pointer, message } of backEnd.verify(request))
      findings.addDiagnostic(ruleBroken(rule, pointer, message))
  return findings
}

/** Returns the diagnostic for a request whose price step has changed. */
function priceStepDiagnostic({ model, facts }: Setup, { input }: Tokens): Diagnostic {
  const price = facts.price as Price
  const { over, ...after } = priceStepAt(price, input) as PriceStep
  const before = ratesAt(price, over)
  return priceStepCrossed({ model: model ?? '', input, over, before, after })
}

function diagnoseFitted(findings: Findings, setup: Setup, outcome: PhaseResults): void {
  const { backEnd, options, limit, aim } = setup
  const { session, fitted, tokens, decided, isPlanned } = outcome
  const { history, drafted, beside, windowed } = fitted
  const last = history.sent.findLast(fragment => fragment.messages.length > 0)
  if (options.whenIdle === 'fail' && backEnd.idle(last)) findings.addDiagnostic(nothingToAnswer())
  const found = beside.pieces.length === 0 ? nothingFound : unitsFoundIn(beside.pieces)
  const trim = decided.plan.decisions.find(({ kind }) => kind === 'trim')
  const isSoft = trim?.why === aboveAim
  const most = isSoft ? aim : limit
  const left = most === null ? null : Math.max(0, most - tokens.max)
  const cause = trim === undefined || isSoft || trim.why === highWater ? null : trim.why
  noteHistory(findings, session, history, {
    ...{ left, found, cause, isSoft },
    gaveWay: isShortened(history, decided, isPlanned),
  })
  noteContext(findings, limit, fitted, found)
  noteUnused(findings, session, outcome.earlierPlan?.reasoning ?? history.reasoningFrom)
  noteUnrevealed(findings, session, setup.agent.tools)
  noteMissedCache(findings, { session, history, tokens, plan: outcome.earlierPlan })
  if (windowed) noteWindow(findings, windowed, tokens)
  if (!findings.failed) for (const note of drafted.notes) findings.addFindingPlace(note)
  if (history.stubs.names.length > 0) findings.addDiagnostic(toolsStubbed(history.stubs.names))
  noteNames(findings, setup, history)
  if (decided.budgetCost !== null)
    findings.addDiagnostic(
      budgetCostDiagnostic(setup, decided.budgetCost, { session, history, input: tokens.input }),
    )
  if (!isPlanned || decided.fresh.length === 0) return
  findings.addDiagnostic(
    prefixChanged(decided.fresh, isUncached(setup, outcome.request) ? null : tokens.input),
  )
}

const nothingFound: ReadonlyMap<number, FoundUnit> = new Map()

/** Kinds of decisions that are made because of the budget. */
const forRoom: ReadonlySet<DecisionKind> = new Set(['trim', 'shorten', 'supplementary', 'limit'])

/** Whether the budget shortened the history and no earlier compile reported this. */
const isShortened = (history: History, { plan, fresh }: WrittenPlan, isPlanned: boolean): boolean =>
  history.start > (history.floor?.from ?? 0) &&
  (isPlanned ? fresh : plan.decisions).some(({ kind }) => forRoom.has(kind))

/** Reports notes of the context blocks, and the context blocks that were dropped. */
function noteContext(
  findings: Findings,
  limit: number | null,
  { beside, left }: Fitted,
  found: ReadonlyMap<number, FoundUnit>,
): void {
  for (const { fragment } of beside.pieces) for (const note of fragment.notes) findings.addFindingPlace(note)
  for (const { notes } of found.values()) for (const note of notes) findings.addFindingPlace(note)
  if (left.length > 0) findings.addDiagnostic(contextLeftOut(limit ?? 0, left))
  if (beside.empty.length > 0) findings.addDiagnostic(sourceLimitTooSmall(beside.empty))
}

/** Reports passes of the program that threw an error. */
export function notePasses(findings: Findings, failed: ReadonlyMap<string, string>): void {
  for (const [name, why] of failed) findings.addDiagnostic(passFailed(name, why, [`d:passes.${name}`]))
}

/** Reports tool names that were changed, in the order of the request. */
function noteNames(findings: Findings, { agent, names }: Setup, { sent }: History): void {
  if (names.renamed().length === 0) return
  const used = new Set([
    ...declaredToolNames(agent).map(names.toWire),
    ...sent.flatMap(unit => unit.toolNames),
  ])
  const renamed = [...used].flatMap(wire => {
    const declared = names.toDeclared(wire)
    return declared === wire ? [] : [[declared, wire] as const]
  })
  if (renamed.length > 0) findings.addDiagnostic(toolRenamed(renamed))
}
