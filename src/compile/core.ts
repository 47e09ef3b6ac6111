import { budgetTooSmall } from '../diag/budget.ts'
import { Findings } from '../diag/collect.ts'
import { passFailed } from '../diag/pass.ts'
import { planIgnored, prefixChanged } from '../diag/plan.ts'
import { contextBoundedAway, contextLeftOut } from '../diag/policy.ts'
import { nothingToAnswer, ruleBroken, toolRenamed, toolsStubbed } from '../diag/target.ts'
import type { Wanted } from '../effect/wanted.ts'
import { plus, zero } from '../ir/count.ts'
import { buildMap } from '../map/source-map.ts'
import type { NextStep } from '../program/next-step.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { targets } from '../target/registry.ts'
import { emitBeside } from './beside/emit.ts'
import { nothing } from './beside/placed.ts'
import type { BesideSources } from './beside/sources.ts'
import { markRequest } from './breakpoints/place-breakpoints.ts'
import { prefixOf } from './breakpoints/prefix.ts'
import { nextAgent } from './contract/answer-author.ts'
import type { Compiled } from './contract/result.ts'
import { plusWork, type Work } from './contract/work.ts'
import type { History, Unlimited } from './fit/choice.ts'
import { settleBeside } from './fit/fit.ts'
import { placementDigest } from './fit/placement.ts'
import { compactionFloor } from './fit/provider-compaction.ts'
import type { Memo, Reading } from './memo.ts'
import { digestPasses } from './plan/pass-digest.ts'
import { type Earlier, readPlan } from './plan/read-plan.ts'
import { writePlan } from './plan/write-plan.ts'
import { noteHistory, noteWindow } from './report/diagnose-history.ts'
import { expandShown } from './report/expand-shown.ts'
import { lazyResult } from './report/lazy-result.ts'
import { writeLedger } from './report/ledger.ts'
import { declarationsOf, floorOf, sentUnits, tokensOf } from './report/tokens.ts'
import { traceOf } from './report/trace.ts'
import { type Setup, toolNames } from './setup.ts'

/** What a run of the core goes by beside a setup and a session. */
export interface Run {
  readonly plan: unknown
  readonly wants: Wanted
  /** What the agent's policy puts beside the history. */
  readonly sources: BesideSources
  /** Finds what is next in the session. */
  readonly next: () => readonly NextStep[]
  /** What earlier runs of the same compile did. */
  readonly before: Work | null
}

/** The core: from declarations, a session and what was decided about it before to a request. Pure and sync. */
export function compileCore(
  setup: Setup,
  reading: Reading,
  memo: Memo,
  { plan, wants, before, sources, next }: Run,
): Compiled {
  const { backEnd, options, limit, origins, meter, names } = setup
  const { session, selection } = reading
  const findings = new Findings()
  for (const diagnostic of setup.diagnostics) findings.say(diagnostic)
  meter.begin(origins)
  const earlier = earlierOf(setup, session, plan, findings)
  // What a policy selects comes and goes, also among older units.
  const known = selection === null ? memo.compaction : { seen: 0, floor: null }
  const floor = compactionFloor(session, backEnd, known)
  const choice: Unlimited = {
    ...setup,
    session,
    fragments: memo.fragments,
    selection,
    floor,
    earlier,
    beside: nothing,
    wants,
  }
  const {
    history,
    drafted: unmarked,
    beside,
    windowed,
    left,
  } = settleBeside(choice, emitBeside(setup, sources.texts), {
    setup,
    recalled: memo.recall(session, sources.searches),
    folded: memo.folded(session),
  })
  const { request: marked, withheld } = markRequest(setup, session, history, unmarked.request)
  const drafted = { ...unmarked, request: marked }
  const { fits, sent } = history
  const tokens = tokensOf(backEnd, history, limit, plus(beside.count, windowed?.count ?? zero))
  const { pieces } = targets[setup.target]
  const decided = writePlan(
    session,
    history,
    drafted,
    setup.fingerprint(),
    earlier,
    placementDigest({ ...choice, beside }),
    windowed &&
      digestPasses(pieces(drafted.request), buildMap(drafted.request, origins, 'c:request'), {
        session,
        history,
        earlier,
      }),
  )
  if (!fits) findings.say(budgetTooSmall(limit ?? 0, floorOf(session, backEnd, history, beside)))
  else {
    const last = sent.findLast(fragment => fragment.messages.length > 0)
    if (options.whenIdle === 'fail' && backEnd.idle(last)) findings.say(nothingToAnswer())
    noteHistory(findings, session, history, limit === null ? null : limit - tokens.max, beside.found)
    for (const { fragment } of beside.pieces) for (const note of fragment.notes) findings.note(note)
    for (const { notes } of beside.found.values()) for (const note of notes) findings.note(note)
    if (left.length > 0) findings.say(contextLeftOut(limit ?? 0, left))
    if (beside.empty.length > 0) findings.say(contextBoundedAway(beside.empty))
    if (windowed) noteWindow(findings, windowed, tokens)
    if (!findings.failed) for (const note of drafted.notes) findings.note(note)
    if (history.stubs.names.length > 0) findings.say(toolsStubbed(history.stubs.names))
    noteNames(findings, setup, history)
    if (earlier !== null && decided.fresh.length > 0) findings.say(prefixChanged(decided.fresh, tokens.input))
  }
  for (const note of wants.notes) findings.note(note)
  for (const [name, why] of memo.foldsFailed) findings.say(passFailed(name, why, [`d:passes.${name}`]))
  // What was refused already need not be checked: one cause, one error.
  if (!findings.failed) {
    for (const { rule, pointer, message } of backEnd.verify(drafted.request))
      findings.say(ruleBroken(rule, pointer, message))
  }
  const ok = !findings.failed
  memo.fragments.endRound()
  const later = (): SessionView => reading.later(history.limits)
  const report = {
    agent: nextAgent(setup.agent, setup.sight),
    target: setup.target,
    model: setup.model,
    tokens,
    diagnostics: findings.list(),
    names: { toDeclared: names.toDeclared },
    work: plusWork(meter.read(origins), before),
    // What was not sent decided nothing.
    plan: ok ? decided.plan : (earlier?.plan ?? null),
    events: wants.events,
    expand: (handle: string) => expandShown(later(), handle),
  }
  return lazyResult(report, ok ? drafted.request : null, {
    map: request => buildMap(request, origins, 'c:request'),
    units: () => sentUnits(later(), history, drafted.edits),
    prefix: (request, map) => prefixOf(pieces(request), map, later(), history),
    trace: options.trace ? () => traceOf(setup, session, history, windowed) : null,
    withheld,
    next,
    ledger: () => ({
      rows: writeLedger(later(), ok ? history : null, drafted.edits, beside.found, windowed?.dropped),
      declarations: declarationsOf(backEnd, history, beside),
    }),
  })
}

/** What an earlier compile decided, as far as it can be gone by. */
function earlierOf(setup: Setup, session: SessionView, plan: unknown, findings: Findings): Earlier | null {
  if (plan === undefined || plan === null) return null
  const read = readPlan(plan, session, setup.fingerprint())
  if ('earlier' in read) return read.earlier
  findings.say(planIgnored(read.refused))
  return null
}

/** Says which names had to be changed, of those in the request, in its order. */
function noteNames(findings: Findings, { agent, names }: Setup, { sent }: History): void {
  if (names.renamed().length === 0) return
  const used = new Set([...toolNames(agent).map(names.toWire), ...sent.flatMap(unit => unit.toolNames)])
  const renamed = [...used].flatMap(wire => {
    const declared = names.toDeclared(wire)
    return declared === wire ? [] : [[declared, wire] as const]
  })
  if (renamed.length > 0) findings.say(toolRenamed(renamed))
}
