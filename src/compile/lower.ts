import { type Agent, isNative } from '../agent/agent.ts'
import { limitOf, readBudget, reserveOf } from '../budget/budget.ts'
import { createCounter } from '../count/counter.ts'
import { budgetTooSmall, noLimit } from '../diag/budget.ts'
import { Findings } from '../diag/collect.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import {
  noModel,
  nothingToAnswer,
  outputLowered,
  ruleBroken,
  settingDropped,
  toolRenamed,
  toolsStubbed,
  unknownModel,
} from '../diag/target.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { TargetName } from '../ir/target-name.ts'
import { Origins } from '../map/origins.ts'
import { buildMap } from '../map/source-map.ts'
import type { KnownFacts } from '../target/facts.ts'
import { createNames } from '../target/names.ts'
import type { Target } from '../target/target.ts'
import { compactionFloor } from './compaction.ts'
import { draft } from './draft.ts'
import { type Choice, chooseHistory, losesReasoning, withoutReasoning } from './history.ts'
import { writeLedger } from './ledger.ts'
import { noteHistory } from './notes.ts'
import type { CompileOptions } from './options.ts'
import type { Program } from './program.ts'
import { withRecords } from './records.ts'
import type { Compiled } from './result.ts'
import { declarationsOf, floorOf, headCount, sentUnits, tokensOf } from './tokens.ts'
import { Meter } from './work.ts'

/** What the driver found out before the core runs. */
export interface Inputs {
  readonly conversation: Program
  readonly options: CompileOptions
  readonly target: Target<never>
  readonly model: string | null
  readonly known: KnownFacts<never>
}

/**
 * The most that the official Anthropic client sends without streaming: it refuses what may take longer than ten
 * minutes, at 128,000 tokens an hour.
 */
const mostUnstreamed = 21_333

/** The core: from declarations and session to a request. Pure and sync. */
export function lower(inputs: Inputs): Compiled {
  const { conversation, options, target, model, known } = inputs
  const { session, agent } = conversation
  const findings = new Findings()
  const allowance = readBudget(options.budget)
  const asked = allowance.output ?? wholeTokens(agent.generateConfig?.maxOutputTokens)
  const reserve = reserveOf(known.facts, asked)
  const limit = limitOf(known.facts, allowance.input, reserve)
  if (model === null) findings.say(noModel(target.label))
  else if (!known.known) findings.say(unknownModel(model))
  if (limit === null) findings.say(noLimit(model))
  if (asked !== null && reserve < asked)
    findings.say(
      outputLowered(allowance.output === null ? 'maxOutputTokens' : 'budget.output', asked, reserve),
    )

  const origins = new Origins()
  const meter = new Meter()
  const names = createNames(target.nameRule, toolNames(agent))
  const backEnd = target.begin({
    model,
    facts: known.facts as ModelFacts<never>,
    agent,
    config: agent.generateConfig ?? {},
    counter: meter.over(createCounter(known.facts, options.count)),
    origins,
    names,
    maxOutput: asked !== null ? reserve : target.demandsMaxOutput ? Math.min(reserve, mostUnstreamed) : null,
  })
  for (const diagnostic of backEnd.head.diagnostics) findings.say(diagnostic)
  for (const diagnostic of foreignFields(agent, target.name)) findings.say(diagnostic)
  const choice: Choice = {
    session,
    backEnd,
    limit: (limit ?? Number.POSITIVE_INFINITY) - headCount(backEnd).max,
    mostMessages: target.mostMessages,
    floor: compactionFloor(session, backEnd),
    bound: target.bindsReasoning(known.facts as ModelFacts<never>),
    meter,
  }
  let history = chooseHistory(choice)
  let drafted = draft(backEnd, history)
  if (losesReasoning(choice, history, drafted.edits, drafted.stubs)) {
    history = withoutReasoning(choice, history)
    drafted = draft(backEnd, history)
  }
  const tokens = tokensOf(backEnd, history, limit)
  const { fragments, selection } = history
  if (!selection.fits) findings.say(budgetTooSmall(limit ?? 0, floorOf(session, backEnd, history)))
  else {
    const last = fragments.findLast(fragment => fragment.messages.length > 0)
    if (options.whenIdle === 'fail' && backEnd.idle(last)) findings.say(nothingToAnswer())
    noteHistory(findings, session, history, limit === null ? null : limit - tokens.max)
    if (!findings.failed) for (const note of drafted.notes) findings.note(note)
    if (drafted.stubs.length > 0) findings.say(toolsStubbed(drafted.stubs))
    const sentNames = new Set([
      ...fragments.flatMap(({ toolNames }) => toolNames),
      ...toolNames(agent).map(names.toWire),
    ])
    const renamed = names.renamed().filter(([, wire]) => sentNames.has(wire))
    if (renamed.length > 0) findings.say(toolRenamed(renamed))
  }
  // What was refused already need not be checked: one cause, one error.
  if (!findings.failed) {
    for (const { rule, pointer, message } of backEnd.verify(drafted.request))
      findings.say(ruleBroken(rule, pointer, message))
  }
  const ok = !findings.failed
  const report = {
    target: target.name,
    model,
    tokens,
    diagnostics: findings.list(),
    names: { toDeclared: names.toDeclared },
    work: meter.read(origins.noted),
  }
  return withRecords(report, ok ? drafted.request : null, {
    map: request => buildMap(request, origins, 'c:request'),
    units: () => sentUnits(session, history, drafted.edits),
    ledger: () => ({
      rows: writeLedger(session, ok ? history : null, drafted.edits),
      declarations: declarationsOf(backEnd, history),
    }),
  })
}

/** Fields of one API mean nothing to another: each is named. */
const foreignFields = ({ extra }: Agent, target: TargetName): Diagnostic[] =>
  extra === undefined || extra.format === target
    ? []
    : Object.keys(extra.fields).map(key =>
        settingDropped(key, `it is a field of another API (${extra.format})`, `d:extra.${key}`),
      )

/** An output limit as it may be sent; an imported one may be anything. */
const wholeTokens = (asked: number | undefined): number | null =>
  asked === undefined ? null : Math.max(1, Math.floor(asked) || 1)

const toolNames = ({ tools = [] }: Agent): string[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : [tool.name]))
