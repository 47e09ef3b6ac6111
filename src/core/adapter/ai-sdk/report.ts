import type { CacheForecast, Compiled, ReasoningCount } from '../../compile/contract/result.ts'
import type { Decision, DecisionKind } from '../../ir/plan.ts'
import type { Reason } from '../../map/ledger.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import type { DroppedMessage } from './dropped.ts'

/** Report on the context of one call, as plain JSON: `providerMetadata.ctxc` of its result. */
export interface ContextReport {
  /** Whether the compiled prompt was sent. If not, the app's own prompt was sent, as `onFailure: 'send'` asks. */
  readonly ok: boolean
  /** Number of calls of this conversation so far, including this one. */
  readonly call: number
  readonly tokens: {
    /** Estimated size of the input. */
    readonly input: number
    /** Upper bound that counts against the limit. */
    readonly max: number
    readonly limit: number | null
    /** Whether the text is counted with the model's own vocabulary. `max` also includes the request's structure. */
    readonly exact: boolean
  }
  /** Dropped history: number of units (a message, or a model's answer with its calls and results), and their tokens. */
  readonly omitted: { readonly units: number; readonly tokens: number }
  /**
   * Messages of the prompt that were not sent: ranges of indexes, from `from` up to, but not including, `to`, in order.
   * An instruction is message 0 of a prompt.
   */
  readonly dropped: readonly { readonly from: number; readonly to: number; readonly reason: Reason }[]
  /**
   * Number of reasoning parts that the prompt contains. `report` shows whether the answer to this call reports which of
   * them the provider used: Claude's package passes the report on, OpenAI's hides it. Null if the prompt contains none.
   */
  readonly reasoning: Pick<ReasoningCount, 'sent' | 'report'>
  /** Whether the prompt's prefix changed since the previous call, so that it is not cached. False for a first call. */
  readonly beganOtherwise: boolean
  /**
   * Forecast of the provider's cache in tokens, assuming that the conversation's previous request is still cached.
   * `why` is the reason why only some of the shared prefix is read, or null. `read` is 0 for a first call.
   */
  readonly cache: Pick<CacheForecast, 'read' | 'written' | 'uncached' | 'why'>
  /** Compiler decisions since the previous call that changed the prefix. For a first call, only the dropped units. */
  readonly decisions: readonly (
    | { readonly kind: 'trim'; readonly units: number; readonly tokens: number }
    | { readonly kind: Exclude<DecisionKind, 'trim'>; readonly why: string }
  )[]
  readonly diagnostics: readonly {
    readonly code: string
    readonly level: string
    readonly message: string
    /** Places that the diagnostic refers to, as origins in the source map. */
    readonly at: readonly string[]
    /** Names of the places in `at`, within the list that was compiled: `message[4]` is element 4 of the list. */
    readonly places: readonly string[]
  }[]
}

/** Facts of the previous call that a report needs. */
export interface EarlierCall {
  readonly call: number
  /** Units that the previous call dropped to keep to the budget, as ranges of unit numbers. */
  readonly omitted: readonly (readonly [from: number, to: number])[]
  /** Warnings that the previous call reported. */
  readonly known: readonly string[]
}

/** Returns the facts of a call that the next call's report needs. */
export const factsForNextReport = (
  { ledger }: Compiled,
  { call, diagnostics }: ContextReport,
): EarlierCall => ({
  call,
  omitted: unitsDroppedForBudget(ledger).map(({ from, to }) => [from, to]),
  known: diagnostics.flatMap(({ level, ...said }) => (level === 'warn' ? [diagnosticText(said)] : [])),
})

const diagnosticText = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  `${code} ${message}`

const unitsDroppedForBudget = ({ rows }: Compiled['ledger']): Compiled['ledger']['rows'] =>
  rows.filter(({ reason }) => reason === 'over-budget')

/**
 * Returns the report of a compile, with the changes since the previous call. `nameOf` returns the name of a place that
 * a diagnostic refers to.
 */
export function makeReport(
  { ok, request, tokens, ledger, diagnostics }: Compiled,
  dropped: readonly DroppedMessage[],
  before: EarlierCall | undefined,
  cache: ContextReport['cache'],
  nameOf: (at: string) => string,
): ContextReport {
  const omitted = { units: 0, tokens: 0 }
  for (const { from, to, before: size } of unitsDroppedForBudget(ledger)) {
    omitted.units += to - from
    omitted.tokens += size
  }
  const { input, max, limit, exact } = tokens
  const sent = reasoningIn(request as AISDKRequest | null)
  const fresh = prefixDecisions(diagnostics)
  return {
    ok,
    call: (before?.call ?? 0) + 1,
    tokens: { input, max, limit, exact },
    omitted,
    dropped: rangesOf(dropped),
    // Nothing is reported before the model has answered.
    reasoning: { sent, report: sent > 0 ? 'not-reported' : null },
    beganOtherwise: fresh.length > 0,
    cache,
    decisions: [...decisionsExceptTrim(fresh), ...trimDecision(fresh, ledger, before?.omitted ?? [])],
    diagnostics: diagnosticsIn(diagnostics, nameOf),
  }
}

/** Returns the number of reasoning parts in a request. */
const reasoningIn = (request: AISDKRequest | null): number =>
  (request?.messages ?? [])
    .flatMap(({ content }): readonly { readonly type: string }[] =>
      typeof content === 'string' ? [] : content,
    )
    .filter(({ type }) => type === 'reasoning').length

/** Returns diagnostics as plain JSON, with the names of their places. */
export const diagnosticsIn = (
  diagnostics: Compiled['diagnostics'],
  nameOf: (at: string) => string,
): ContextReport['diagnostics'] =>
  diagnostics.map(({ code, level, message, at }) => {
    return { code, level, message, at: [...at], places: [...new Set(at.map(nameOf))] }
  })

/** Returns ranges of neighbouring messages that were dropped for the same reason. */
function rangesOf(dropped: readonly DroppedMessage[]): ContextReport['dropped'] {
  const ranges: { from: number; to: number; readonly reason: Reason }[] = []
  for (const { index, reason } of dropped) {
    const last = ranges.at(-1)
    if (last?.to === index && last.reason === reason) last.to++
    else ranges.push({ from: index, to: index + 1, reason })
  }
  return ranges
}

/** Returns the decisions that made a request's prefix differ from the previous request's prefix. */
const prefixDecisions = (diagnostics: Compiled['diagnostics']): readonly Decision[] =>
  (diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions as readonly Decision[] | undefined) ?? []

const decisionsExceptTrim = (fresh: readonly Decision[]): ContextReport['decisions'] =>
  fresh.flatMap(({ kind, why }) => (kind === 'trim' ? [] : [{ kind, why }]))

/**
 * Returns the number of units dropped since the previous call, with their tokens; for a first call, all dropped units.
 * Tokens are counted for the current call's model, because the previous call may have used another model.
 */
function trimDecision(
  fresh: readonly Decision[],
  ledger: Compiled['ledger'],
  before: EarlierCall['omitted'],
): ContextReport['decisions'] {
  const trim = { kind: 'trim', units: 0, tokens: 0 } as const
  const { units, tokens } = unitsDroppedForBudget(ledger).reduce(
    (sum, { from, to, before: size }) => {
      const known = before.reduce(
        (all, [first, end]) => all + Math.max(0, Math.min(to, end) - Math.max(from, first)),
        0,
      )
      const share = (to - from - known) / (to - from)
      return { units: sum.units + to - from - known, tokens: sum.tokens + size * share }
    },
    { units: 0, tokens: 0 },
  )
  if (units <= 0 && fresh.every(({ kind }) => kind !== 'trim')) return []
  return [{ ...trim, units, tokens: Math.round(tokens) }]
}

/** Warning in the form of the AI SDK. */
export interface Warning {
  readonly type: 'other'
  readonly message: string
}

/** Returns a diagnostic as a warning of the AI SDK. */
export const warningForDiagnostic = (code: string, message: string): Warning => ({
  type: 'other',
  message: `ctxc ${code}: ${message}`,
})

/**
 * Returns warnings for the AI SDK: losses that the previous call did not report, units that were newly dropped to keep
 * to the budget, and a prompt that was sent without being compiled.
 */
export const warningsOf = (
  { ok, diagnostics, decisions }: ContextReport,
  before: EarlierCall | undefined,
): Warning[] => [
  ...diagnostics.flatMap(({ code, level, message }) => {
    if (level === 'error') return [uncompiledPromptWarning(code, message)]
    const isKnown = before?.known.includes(diagnosticText({ code, message })) === true
    return level === 'warn' && !isKnown ? [warningForDiagnostic(code, message)] : []
  }),
  ...decisions.flatMap(decision =>
    ok && decision.kind === 'trim' && decision.units > 0
      ? [warningForDiagnostic('CX4003', trimWarningText(decision))]
      : [],
  ),
]

/**
 * Whether a warning would make the call fail. The AI SDK passes warnings to `process.emitWarning`, which throws in an
 * edge sandbox. An app that handles warnings itself (`AI_SDK_LOG_WARNINGS`) still gets them.
 */
export function isWarningFatal(): boolean {
  const { EdgeRuntime, AI_SDK_LOG_WARNINGS, process } = globalThis as {
    readonly EdgeRuntime?: unknown
    readonly AI_SDK_LOG_WARNINGS?: unknown
    readonly process?: { readonly emitWarning?: unknown }
  }
  if (EdgeRuntime === undefined || AI_SDK_LOG_WARNINGS !== undefined) return false
  return process?.emitWarning !== undefined
}

const uncompiledPromptWarning = (code: string, message: string): Warning =>
  warningForDiagnostic(code, `${message}; the prompt was sent without being compiled (onFailure: 'send')`)

const trimWarningText = ({ units, tokens }: { readonly units: number; readonly tokens: number }): string =>
  `${units} ${units === 1 ? 'unit' : 'units'} of history (about ${tokens} tokens) no longer fit and were dropped`
