import { budgetTooSmall } from '../diag/budget.ts'
import { Findings } from '../diag/collect.ts'
import { planIgnored, prefixChanged } from '../diag/plan.ts'
import { nothingToAnswer, ruleBroken, toolRenamed, toolsStubbed } from '../diag/target.ts'
import { buildMap } from '../map/source-map.ts'
import type { Seen } from '../session/seen.ts'
import { targets } from '../target/registry.ts'
import { compactionFloor } from './compaction.ts'
import { changesTools, decide } from './decide.ts'
import { type Drafted, draft } from './draft.ts'
import { type Choice, chooseHistory, type History } from './history.ts'
import { writeLedger } from './ledger.ts'
import { markRequest } from './mark.ts'
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
export function compileSession(setup: Setup, session: Seen, memo: Memo, plan: unknown): Compiled {
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
    floor,
    fold: () => memo.fold(floor),
    earlier,
  }
  const { history, drafted: unmarked } = settle(choice)
  const { request: marked, withheld } = markRequest(setup, session, history, unmarked.request)
  const drafted = { ...unmarked, request: marked }
  const { fits, sent } = history
  const tokens = tokensOf(backEnd, history, limit)
  const decided = decide(session, history, drafted, setup.fingerprint(), earlier)
  if (!fits) findings.say(budgetTooSmall(limit ?? 0, floorOf(session, backEnd, history)))
  else {
    const last = sent.findLast(fragment => fragment.messages.length > 0)
    if (options.whenIdle === 'fail' && backEnd.idle(last)) findings.say(nothingToAnswer())
    noteHistory(findings, session, history, limit === null ? null : limit - tokens.max)
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
    withheld,
    ledger: () => ({
      rows: writeLedger(session, ok ? history : null, drafted.edits),
      declarations: declarationsOf(backEnd, history),
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

/** The history, and the request made of it. */
function settle(choice: Choice): { readonly history: History; readonly drafted: Drafted } {
  const { backEnd, bound, earlier } = choice
  const history = chooseHistory(choice)
  const drafted = draft(backEnd, history)
  const thinks = bound && history.sent.some(({ reasoning }) => reasoning > 0)
  const lost =
    thinks &&
    (losesReasoning(choice, history, drafted.edits) ||
      (earlier !== null && changesTools(history, drafted, earlier)))
  if (!history.fits || !lost) return { history, drafted }
  const without = withoutReasoning(choice, history)
  return { history: without, drafted: draft(backEnd, without) }
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
