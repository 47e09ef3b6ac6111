import { budgetTooSmall } from '../diag/budget.ts'
import { Findings } from '../diag/collect.ts'
import { planIgnored, prefixChanged } from '../diag/plan.ts'
import { contextLeftOut } from '../diag/policy.ts'
import { nothingToAnswer, ruleBroken, toolRenamed, toolsStubbed } from '../diag/target.ts'
import { buildMap } from '../map/source-map.ts'
import type { Seen } from '../session/seen.ts'
import { targets } from '../target/registry.ts'
import { type Beside, emitBeside, nothing, withLess } from './beside/emit.ts'
import { changesBeside, markOf, placeOf, roomBeside } from './beside/place.ts'
import type { BesideText } from './beside/texts.ts'
import { compactionFloor } from './compaction.ts'
import { changesSelection, changesTools, decide } from './decide.ts'
import { type Drafted, draft } from './draft.ts'
import { type Choice, chooseHistory, type History } from './history.ts'
import { writeLedger } from './ledger.ts'
import type { Memo } from './memo.ts'
import { nextAgent } from './next-agent.ts'
import { noteHistory } from './notes.ts'
import { prefixOf } from './prefix.ts'
import { type Earlier, readPlan } from './read-plan.ts'
import { losesReasoning, withoutReasoning } from './reasoning.ts'
import { withRecords } from './records.ts'
import type { Compiled } from './result.ts'
import { type Setup, toolNames } from './setup.ts'
import { declarationsOf, floorOf, sentUnits, tokensOf } from './tokens.ts'

/** The core: from declarations, a session and what was decided about it before to a request. Pure and sync. */
export function compileSession(
  setup: Setup,
  session: Seen,
  memo: Memo,
  plan: unknown,
  texts: readonly BesideText[] = [],
): Compiled {
  const { backEnd, options, limit, origins, meter, names } = setup
  const findings = new Findings()
  for (const diagnostic of setup.diagnostics) findings.say(diagnostic)
  meter.begin(origins)
  const earlier = earlierOf(setup, session, plan, findings)
  const floor = compactionFloor(session, backEnd, memo.compaction)
  const choice: Choice = {
    ...setup,
    session,
    fragments: memo.fragments,
    selection: memo.selection,
    floor,
    fold: () => memo.fold(floor),
    earlier,
    beside: nothing,
  }
  const { history, drafted, beside, left } = settleBeside(choice, emitBeside(setup, texts))
  const { fits, sent } = history
  const tokens = tokensOf(backEnd, history, limit, beside.count)
  const decided = decide(
    session,
    history,
    drafted,
    setup.fingerprint(),
    earlier,
    markOf({ ...choice, beside }),
  )
  if (!fits) findings.say(budgetTooSmall(limit ?? 0, floorOf(session, backEnd, history)))
  else {
    const last = sent.findLast(fragment => fragment.messages.length > 0)
    if (options.whenIdle === 'fail' && backEnd.idle(last)) findings.say(nothingToAnswer())
    noteHistory(findings, session, history, limit === null ? null : limit - tokens.max)
    for (const { fragment } of beside.pieces) for (const note of fragment.notes) findings.note(note)
    if (left.length > 0) findings.say(contextLeftOut(limit ?? 0, left))
    if (!findings.failed) for (const note of drafted.notes) findings.note(note)
    if (history.stubs.names.length > 0) findings.say(toolsStubbed(history.stubs.names))
    noteNames(findings, setup, history)
    if (earlier !== null && decided.fresh.length > 0) findings.say(prefixChanged(decided.fresh, tokens.input))
  }
  // What was refused already need not be checked: one cause, one error.
  if (!findings.failed) {
    for (const { rule, pointer, message } of backEnd.verify(drafted.request))
      findings.say(ruleBroken(rule, pointer, message))
  }
  const ok = !findings.failed
  memo.fragments.endRound()
  const report = {
    agent: nextAgent(setup.agent, setup.sight),
    target: setup.target,
    model: setup.model,
    tokens,
    diagnostics: findings.list(),
    names: { toDeclared: names.toDeclared },
    work: meter.read(origins),
    // What was not sent decided nothing.
    plan: ok ? decided.plan : (earlier?.plan ?? null),
  }
  return withRecords(report, ok ? drafted.request : null, {
    map: request => buildMap(request, origins, 'c:request'),
    units: () => sentUnits(session, history, drafted.edits),
    prefix: (request, map) => prefixOf(targets[setup.target].pieces(request), map, session, history),
    ledger: () => ({
      rows: writeLedger(session, ok ? history : null, drafted.edits),
      declarations: declarationsOf(backEnd, history, beside),
    }),
  })
}

/** What an earlier compile decided, as far as it can be gone by. */
function earlierOf(setup: Setup, session: Seen, plan: unknown, findings: Findings): Earlier | null {
  if (plan === undefined || plan === null) return null
  const read = readPlan(plan, session, setup.fingerprint())
  if ('earlier' in read) return read.earlier
  findings.say(planIgnored(read.refused))
  return null
}

/** The history, the request made of it, and what stands beside it. */
interface Settled {
  readonly history: History
  readonly drafted: Drafted
  readonly beside: Beside
}

/** The same with as much beside the history as there is room for, and what had to be left out of that. */
function settleBeside(choice: Choice, all: Beside): Settled & { readonly left: readonly string[] } {
  for (let beside = all; ; ) {
    const settled = settle({ ...choice, beside, room: roomBeside(choice.room, beside) })
    const less = settled.history.fits ? null : withLess(beside)
    if (less === null) {
      const stays = new Set(beside.pieces.map(({ origin }) => origin))
      return { ...settled, left: all.pieces.flatMap(({ origin }) => (stays.has(origin) ? [] : [origin])) }
    }
    beside = less
  }
}

function settle(choice: Choice): Settled {
  const { backEnd, bound, earlier, beside } = choice
  const history = chooseHistory(choice)
  const placed = { pieces: beside.pieces, after: placeOf(choice) }
  const drafted = draft(backEnd, history, placed)
  const thinks = bound && history.sent.some(({ reasoning }) => reasoning > 0)
  const lost =
    thinks &&
    (losesReasoning(choice, history, drafted.edits) ||
      changesBeside(choice, earlier) ||
      (earlier !== null && (changesTools(history, drafted, earlier) || changesSelection(history, earlier))))
  if (!history.fits || !lost) return { history, drafted, beside }
  const without = withoutReasoning(choice, history)
  return { history: without, drafted: draft(backEnd, without, placed), beside }
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
