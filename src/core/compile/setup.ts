import { type Allowance, readBudget } from '../agent/read-budget.ts'
import type { ResolvedAgent } from '../agent/resolved.ts'
import { declaredToolNames, expandToolNames } from '../agent/tool-facts.ts'
import { splitSystem } from '../cache/steady.ts'
import { editsByPass } from '../context/operation/operations.ts'
import { type Bound, windowShare } from '../count/bounds.ts'
import { type Counter, createCounter } from '../count/counter.ts'
import { limitUnknown, vocabularyMissing } from '../diag/budget.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import { noModel, otherVendor, outputLowered, settingDropped, unknownModel } from '../diag/target.ts'
import { addCounts } from '../ir/count.ts'
import type { ModelFacts } from '../ir/model.ts'
import { StringOrigins } from '../map/origins.ts'
import type { CountText, Shaper } from '../pass/run-local.ts'
import type { Sight } from '../session/unit/sight.ts'
import { headLeftBehind } from '../target/left-behind-head.ts'
import { weightless } from '../target/limits.ts'
import { createNames, type Names } from '../target/names.ts'
import { nearModel } from '../target/near-model.ts'
import { extraForTarget, isSharedField } from '../target/shared-fields.ts'
import type { Target } from '../target/target.ts'
import { vendorForm } from '../vendor/ai-sdk/forms/vendor-form.ts'
import { providersOf } from '../vendor/ai-sdk/rows/options.ts'
import { foreignVendorOf } from '../vendor/infer.ts'
import { markSetup } from './breakpoints/breakpoint-setup.ts'
import type { CompileOptions } from './contract/options.ts'
import { isOwn, scheduleOf } from './contract/schedule.ts'
import type { MarkSetup, Setup } from './contract/setup.ts'
import { Stubs } from './contract/stubs.ts'
import { Meter } from './contract/work.ts'
import { shareBeforeAsking } from './fit/step.ts'
import { answerReserve, inputLimit } from './fit/token-limit.ts'
import { fingerprintOf } from './plan/fingerprint.ts'
import { headCount } from './report/tokens.ts'

/**
 * Maximum output tokens that the official Anthropic client requests without streaming. The client refuses requests that
 * may take longer than ten minutes at 128,000 tokens an hour.
 */
const mostUnstreamed = 21_333

/** Agent, with the settings that decide which part of a session it sees. */
interface Sighted {
  readonly agent: ResolvedAgent
  readonly sight: Sight
}

/** Target and model of a request. */
interface Aim {
  readonly target: Target<never>
  readonly model: string | null
  /** Factor that scales the upper bounds of text estimates; null to use the standard bounds. */
  readonly factor?: number | null
}

/**
 * Prepares an agent for a target: computes its limits and declarations, and creates the back end that writes requests.
 */
export function setUp(
  { agent: declared, sight }: Sighted,
  { target, model, factor = null }: Aim,
  options: CompileOptions,
): Setup {
  const { facts, known } = target.facts(model, options.modelRows)
  const { marks, notices } = markSetup(target, facts, options.cache)
  const agent = sentAgent(declared, target, marks)
  const limits = tokenLimitsOf(agent, facts, options)
  const bindsReasoning = target.bindsReasoning(facts)
  const compactAt = bindsReasoning && options.effects?.compact?.inline === true ? inlineSize(limits) : null
  const begun = startBackEnd(target, { model, facts, agent, limits, marks, factor, compactAt }, options)
  const { backEnd, counter, form, names } = begun
  const { limit, aim, isBudgeted, allowance } = limits
  const head = headCount(backEnd).max
  return {
    ...begun,
    agent,
    sight,
    options,
    target,
    model,
    facts,
    stubs: new Stubs(backEnd),
    limit,
    aim,
    isBudgeted,
    room: {
      tokens: (limit ?? Number.POSITIVE_INFINITY) - head,
      aim: aim === null ? null : aim - head,
      // Two messages are reserved for fillers, which may be added around the history.
      messages: target.mostMessages - 2,
      limits: target.limits?.(facts) ?? null,
      head: backEnd.weight ?? weightless,
    },
    low: allowance.low,
    sizing: {
      perCharacter: counter.perCharacter,
      message: counter.message.max,
      call: counter.call.max,
    },
    ...passesFromOptions(agent, options, counter, names),
    calibrates: counter.isEstimate,
    bindsReasoning,
    marks,
    fingerprint: computeOnce(() =>
      fingerprintOf({
        ...options,
        agent,
        providers: target.providers?.(facts) ?? providersOf(target.name),
        sight,
        target: target.name,
        model,
        limit: aim ?? limit,
        ...(facts.binds && { boundTo: facts.binds.prefix }),
        schemaAsText: backEnd.head.schemaAsText,
      }),
    ),
    diagnostics: [
      ...notices,
      ...modelDiagnostics(target, model, known),
      ...(limit === null ? [limitUnknown(model)] : []),
      ...(counter.lacksVocabulary ? [vocabularyMissing(facts.encoding ?? 'o200k_base')] : []),
      ...outputDiagnostics(agent, limits),
      ...backEnd.head.diagnostics,
      ...foreignFields(declared, target.name),
      ...headLeftBehind(form.left, target.name),
    ],
  }
}

/**
 * Returns the agent in the form that is sent. System texts are split at the places for cache marks, and extra fields
 * that the target does not read are dropped.
 */
function sentAgent(declared: ResolvedAgent, { name }: Target<never>, marks: MarkSetup | null): ResolvedAgent {
  // A cache mark is placed after the text that every session shares, so this text must be a separate part.
  const split = marks === null || marks.most === 0 ? declared : { ...declared, system: splitSystem(declared) }
  const extra = split.extra && extraForTarget(split.extra, name)
  return extra === undefined ? split : { ...split, extra }
}

/** Limits of input and output, in tokens. */
interface Limits {
  readonly allowance: Allowance
  /** Maximum output tokens that the caller requests; null if it requests none. */
  readonly asked: number | null
  /** Tokens reserved for the output. */
  readonly reserve: number
  /** Maximum tokens of input; null if there is no limit. */
  readonly limit: number | null
  /** Soft size below the limit; null if there is none. */
  readonly aim: number | null
  readonly isBudgeted: boolean
  /** Upper bound of estimated text. */
  readonly bound: Bound
}

function tokenLimitsOf(agent: ResolvedAgent, facts: ModelFacts<never>, options: CompileOptions): Limits {
  const allowance = readBudget(options.budget)
  const asked = allowance.output ?? wholeTokens(agent.generateConfig?.maxOutputTokens)
  const reserve = answerReserve(facts, asked)
  const [step = null] = allowance.staysBelowStep ? (facts.price?.steps ?? []) : []
  const most = [allowance.input, step?.over].filter(limit => limit != null)
  const input = most.length === 0 ? null : Math.min(...most)
  const { bound = input === null && allowance.aim === null ? 'measured' : 'covered' } = options
  const room = inputLimit(facts, null, reserve)
  const limit = inputLimit(facts, input, reserve, windowShare(facts, options.count, bound))
  const aim = allowance.aim !== null && (limit === null || allowance.aim < limit) ? allowance.aim : null
  const isBudgeted = aim !== null || (input !== null && (room === null || input < room))
  return { allowance, asked, reserve, limit, aim, isBudgeted, bound }
}

/**
 * Returns the input tokens from which the provider is to compact within its answers; null without a limit. The size is
 * the same for all requests with the same options, because the cache depends on it.
 */
const inlineSize = ({ limit, aim, allowance: { low } }: Limits): number | null =>
  limit === null && aim === null
    ? null
    : Math.floor(
        (low + shareBeforeAsking(low)) *
          Math.min(limit ?? Number.POSITIVE_INFINITY, aim ?? Number.POSITIVE_INFINITY),
      )

/** Inputs of the back end that the setup has already computed. */
interface Begin {
  readonly model: string | null
  readonly facts: ModelFacts<never>
  readonly agent: ResolvedAgent
  readonly limits: Limits
  readonly marks: MarkSetup | null
  /** Factor that scales the upper bounds of text estimates; null to use the standard bounds. */
  readonly factor: number | null
  readonly compactAt: number | null
}

/**
 * Creates the back end, which writes requests, with its counter, names and origins. The head of the request is written
 * immediately.
 */
function startBackEnd(
  target: Target<never>,
  { model, facts, agent, limits: { asked, reserve, bound }, marks, factor, compactAt }: Begin,
  { count }: CompileOptions,
) {
  const origins = new StringOrigins()
  const meter = new Meter()
  const names = createNames(target.nameRule, [
    ...declaredToolNames(agent),
    ...declaredToolNames({ tools: agent.announced ?? [] }),
  ])
  const counter = createCounter(facts, count, { bound, factor })
  const form = vendorForm(target, agent, facts.reasoning)
  const backEnd = target.begin({
    model,
    facts,
    agent: form.agent,
    config: agent.generateConfig ?? {},
    counter: meter.meterCounter(counter),
    origins,
    names,
    maxOutput: asked !== null ? reserve : target.demandsMaxOutput ? Math.min(reserve, mostUnstreamed) : null,
    compactAt,
    isRemarked: marks?.isKnown === true,
  })
  const whole: typeof backEnd = {
    ...backEnd,
    request: counter.request,
    edges: (first, last) => addCounts(backEnd.edges(first, last), counter.request),
  }
  return { origins, meter, names, counter, form, backEnd: whole }
}

/** Returns the passes from the options, with the inputs that they need. */
function passesFromOptions(
  { tools, external }: ResolvedAgent,
  { passes }: CompileOptions,
  counter: Counter,
  names: Names,
): Pick<Setup, 'count' | 'schedule' | 'shaper'> {
  const countAtMost: CountText = text => counter.text(text).max
  const schedule = scheduleOf(passes)
  const [expander = null] = expandToolNames(tools)
  const shaper: Shaper = {
    passes: schedule.local,
    edits: editsByPass,
    count: countAtMost,
    expander: expander === null ? null : names.toWire(expander),
    external: new Set(external),
    expanders: new Set(expandToolNames(tools)),
    always: schedule.local.some(isOwn),
  }
  return { count: countAtMost, schedule, shaper }
}

/** Returns a function that calls `make` on first use and then returns the same result. */
function computeOnce<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Reports a model that is missing, is unknown, or belongs to another vendor than the target. */
function modelDiagnostics(
  { name, label }: Target<never>,
  model: string | null,
  isKnown: boolean,
): Diagnostic[] {
  if (model === null) return [noModel(label)]
  const vendor = foreignVendorOf(name, model)
  if (vendor !== null) return [otherVendor(model, vendor, label)]
  return isKnown ? [] : [unknownModel(model, nearModel(model))]
}

/** Reports an output limit that must be lowered, or that the target cannot set. */
function outputDiagnostics(
  { generateConfig }: ResolvedAgent,
  { allowance, asked, reserve }: Limits,
): Diagnostic[] {
  const wanted = allowance.output === null ? generateConfig?.maxOutputTokens : undefined
  const from = allowance.output === null ? 'maxOutputTokens' : 'budget.output'
  return [
    ...(wanted !== undefined && wanted !== asked
      ? [settingDropped('maxOutputTokens', `${wanted} is not allowed, so ${asked} is sent instead`)]
      : []),
    ...(asked !== null && reserve < asked ? [outputLowered(from, asked, reserve)] : []),
  ]
}

/** Reports extra fields of another API that the target does not accept. */
const foreignFields = ({ extra }: ResolvedAgent, target: Target<never>['name']): Diagnostic[] =>
  extra === undefined || extra.format === target
    ? []
    : Object.keys(extra.fields)
        .filter(key => !isSharedField(key, extra, target))
        .map(key => settingDropped(key, `it is a field of another API (${extra.format})`, `d:extra.${key}`))

/** Returns an output limit as a whole number of at least 1. An imported limit may be any number. */
const wholeTokens = (asked: number | undefined): number | null =>
  asked === undefined ? null : Math.max(1, Math.floor(asked) || 1)
