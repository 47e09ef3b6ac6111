import { isNative } from '../agent/agent.ts'
import { expanderOf } from '../agent/expander.ts'
import { type Allowance, readBudget } from '../agent/read-budget.ts'
import type { ResolvedAgent } from '../agent/resolved.ts'
import { splitSystem } from '../cache/steady.ts'
import { createCounter } from '../count/counter.ts'
import { noLimit } from '../diag/budget.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { noModel, otherVendor, outputLowered, settingDropped, unknownModel } from '../diag/target.ts'
import type { ModelFacts } from '../ir/model.ts'
import type { TargetName } from '../ir/target-name.ts'
import { Origins } from '../map/origins.ts'
import type { CountText, Shaper } from '../pass/run-local.ts'
import type { Sight } from '../session/unit/sight.ts'
import { headLeftBehind } from '../target/left-behind-head.ts'
import { createNames, type Names } from '../target/names.ts'
import { nearModel, strangerTo } from '../target/near-model.ts'
import { targets } from '../target/registry.ts'
import { extraFor, isShared } from '../target/shared-fields.ts'
import type { BackEnd } from '../target/target.ts'
import { type VendorForm, vendorForm } from '../target/vendor-form/vendor-form.ts'
import { addAll } from '../text/list.ts'
import { type MarkSetup, markSetup } from './breakpoints/breakpoint-setup.ts'
import type { CompileOptions } from './contract/options.ts'
import type { Fingerprint } from './contract/plan.ts'
import type { Room } from './contract/room.ts'
import { isOwn, type Schedule, scheduleOf } from './contract/schedule.ts'
import { Meter } from './contract/work.ts'
import type { Sizing } from './fit/sizing.ts'
import { Stubs } from './fit/stubs.ts'
import { limitOf, reserveOf } from './fit/token-limit.ts'
import { fingerprintOf } from './plan/fingerprint.ts'
import { headCount } from './report/tokens.ts'

/** Everything that a compile needs and that no session changes: made once for an agent and its options. */
export interface Setup {
  readonly agent: ResolvedAgent
  /** The part of a session that it is shown. */
  readonly sight: Sight
  readonly options: CompileOptions
  readonly target: TargetName
  readonly model: string | null
  readonly backEnd: BackEnd
  /** The form that the vendor's API has for parts of the AI SDK. */
  readonly form: VendorForm
  readonly origins: Origins
  readonly names: Names
  readonly meter: Meter
  readonly stubs: Stubs
  /** The most tokens of input; null where nothing limits it. */
  readonly limit: number | null
  /** Room that the limit leaves for the history. */
  readonly room: Room
  readonly low: number
  readonly sizing: Sizing
  /** The most tokens that a text may take. */
  readonly count: CountText
  readonly schedule: Schedule
  readonly shaper: Shaper
  /** Reasoning is bound to everything before it (A25). */
  readonly bound: boolean
  readonly fingerprint: () => Fingerprint
  /** Setup of cache marks; null if the marks that came in are kept. */
  readonly marks: MarkSetup | null
  /** Diagnostics found before any session was read. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * The most that the official Anthropic client sends without streaming: it refuses what may take longer than ten
 * minutes, at 128,000 tokens an hour.
 */
const mostUnstreamed = 21_333

/** Works out limits, declarations and the target's side of an agent. */
export function setUp(
  declared: ResolvedAgent,
  options: CompileOptions,
  name: TargetName,
  model: string | null,
  sight: Sight,
): Setup {
  const target = targets[name]
  const known = target.facts(model)
  const facts = known.facts as ModelFacts<never>
  const { marks, notices } = markSetup(target, facts, options.cache)
  // A mark ends what is the same in every session: that must stand apart.
  const split = marks === null || marks.most === 0 ? declared : { ...declared, system: splitSystem(declared) }
  const extra = split.extra && extraFor(split.extra, name)
  const agent = extra === undefined ? split : { ...split, extra }
  const allowance = readBudget(options.budget)
  const asked = allowance.output ?? wholeTokens(agent.generateConfig?.maxOutputTokens)
  const reserve = reserveOf(facts, asked)
  const limit = limitOf(facts, allowance.input, reserve)
  const diagnostics = [
    ...notices,
    ...modelDiagnostics(target, name, model, known.known),
    ...limitDiagnostics(model, limit),
    ...outputDiagnostics(agent, allowance, asked, reserve),
  ]
  const origins = new Origins()
  const meter = new Meter()
  const names = createNames(target.nameRule, toolNames(agent))
  const counter = createCounter(facts, options.count)
  const form = vendorForm(name, agent, facts.reasoning)
  const backEnd = target.begin({
    model,
    facts,
    agent: form.agent,
    config: agent.generateConfig ?? {},
    counter: meter.over(counter),
    origins,
    names,
    maxOutput: asked !== null ? reserve : target.demandsMaxOutput ? Math.min(reserve, mostUnstreamed) : null,
    isRemarked: marks !== null,
  })
  addAll(diagnostics, backEnd.head.diagnostics)
  addAll(diagnostics, foreignFields(declared, name))
  addAll(diagnostics, headLeftBehind(form.left, name))
  const count: CountText = text => counter.text(text).max
  const schedule = scheduleOf(options.passes)
  const expander = expanderOf(agent.tools)
  let fingerprint: Fingerprint | undefined
  return {
    agent,
    sight,
    options,
    target: name,
    model,
    backEnd,
    form,
    origins,
    names,
    meter,
    stubs: new Stubs(backEnd),
    limit,
    room: {
      tokens: (limit ?? Number.POSITIVE_INFINITY) - headCount(backEnd).max,
      // Two fillers may come to stand around the history.
      messages: target.mostMessages - 2,
    },
    low: allowance.low,
    sizing: {
      perCharacter: counter.perCharacter,
      message: counter.message.max,
      call: counter.call.max,
    },
    count,
    schedule,
    shaper: {
      passes: schedule.local,
      count,
      expander: expander === null ? null : names.toWire(expander),
      always: schedule.local.some(isOwn),
    },
    bound: target.bindsReasoning(facts),
    marks,
    fingerprint: () => {
      fingerprint ??= fingerprintOf(agent, sight, name, model, limit, options.passes)
      return fingerprint
    },
    diagnostics,
  }
}

/** Reports a model that is missing, that another vendor makes, or that no table knows. */
function modelDiagnostics(
  { label }: { readonly label: string },
  name: TargetName,
  model: string | null,
  isKnown: boolean,
): Diagnostic[] {
  if (model === null) return [noModel(label)]
  const vendor = strangerTo(name, model)
  if (vendor !== null) return [otherVendor(model, vendor, label)]
  return isKnown ? [] : [unknownModel(model, nearModel(model))]
}

/** Reports that nothing limits the input. */
const limitDiagnostics = (model: string | null, limit: number | null): Diagnostic[] =>
  limit === null ? [noLimit(model)] : []

/** Reports an output limit that cannot be requested, or only in part. */
function outputDiagnostics(
  { generateConfig }: ResolvedAgent,
  allowance: Allowance,
  asked: number | null,
  reserve: number,
): Diagnostic[] {
  const wanted = allowance.output === null ? generateConfig?.maxOutputTokens : undefined
  const from = allowance.output === null ? 'maxOutputTokens' : 'budget.output'
  return [
    ...(wanted !== undefined && wanted !== asked
      ? [settingDropped('maxOutputTokens', `${wanted} cannot be asked for, so ${asked} is`)]
      : []),
    ...(asked !== null && reserve < asked ? [outputLowered(from, asked, reserve)] : []),
  ]
}

/** Fields of one API mean nothing to another: each that the target does not share is named. */
const foreignFields = ({ extra }: ResolvedAgent, target: TargetName): Diagnostic[] =>
  extra === undefined || extra.format === target
    ? []
    : Object.keys(extra.fields)
        .filter(key => !isShared(key, extra, target))
        .map(key => settingDropped(key, `it is a field of another API (${extra.format})`, `d:extra.${key}`))

/** An output limit as it may be sent; an imported one may be anything. */
const wholeTokens = (asked: number | undefined): number | null =>
  asked === undefined ? null : Math.max(1, Math.floor(asked) || 1)

/** Names of the tools that an agent declares. */
export const toolNames = ({ tools }: ResolvedAgent): string[] =>
  tools.flatMap(tool => (isNative(tool) ? [] : [tool.name]))
