import type { CacheForecast, Compiled } from '../../compile/contract/result.ts'
import type { Decision, DecisionKind } from '../../ir/plan.ts'
import type { Reason } from '../../map/ledger.ts'
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
    /** Whether the text is counted with the model's own vocabulary; `max` still adds what surrounds it. */
    readonly exact: boolean
  }
  /** Dropped history: units (a message, or a model's answer with its calls and results) and their tokens. */
  readonly omitted: { readonly units: number; readonly tokens: number }
  /**
   * Messages of the prompt that were not sent: ranges of indexes, from `from` up to, but not including, `to`, in order. An
   * instruction is message 0 of a prompt.
   */
  readonly dropped: readonly { readonly from: number; readonly to: number; readonly reason: Reason }[]
  /**
   * Whether the prompt's prefix differs from the previous call's, so that the provider's cache does not hold it. False
   * for a first call.
   */
  readonly beganOtherwise: boolean
  /**
   * Forecast of the provider's cache in tokens, if the conversation's previous request is still in it. `why` is the
   * reason why not all of the shared prefix is read, or null. A first call reads nothing.
   */
  readonly cache: Pick<CacheForecast, 'read' | 'written' | 'uncached' | 'why'>
  /** Decisions since the previous call: reasons why the prefix changed, or units that a first call dropped. */
  readonly decisions: readonly (
    | { readonly kind: 'trim'; readonly units: number; readonly tokens: number }
    | { readonly kind: Exclude<DecisionKind, 'trim'>; readonly why: string }
  )[]
  readonly diagnostics: readonly {
    readonly code: string
    readonly level: string
    readonly message: string
    /** Origins of the places, as in the source map. */
    readonly at: readonly string[]
    /** Names of the places by the list that was compiled: `message[4]` is its element 4. */
    readonly places: readonly string[]
  }[]
}

/** Facts of the previous call that a report needs. */
export interface EarlierCall {
  readonly call: number
  /** Units that it dropped to keep to the budget: ranges of ordinals. */
  readonly omitted: readonly (readonly [from: number, to: number])[]
  /** Warnings that it reported. */
  readonly known: readonly string[]
}

/** Returns the facts of a call that the report of the next one needs. */
export const earlierCall = ({ ledger }: Compiled, { call, diagnostics }: ContextReport): EarlierCall => ({
  call,
  omitted: overBudget(ledger).map(({ from, to }) => [from, to]),
  known: diagnostics.flatMap(({ level, ...said }) => (level === 'warn' ? [saidOf(said)] : [])),
})

const saidOf = ({ code, message }: { readonly code: string; readonly message: string }): string =>
  `${code} ${message}`

const overBudget = ({ rows }: Compiled['ledger']): Compiled['ledger']['rows'] =>
  rows.filter(({ reason }) => reason === 'over-budget')

/** Makes the report of a compile, with the changes since the previous call; `nameOf` names a place of a diagnostic. */
export function makeReport(
  { ok, tokens, ledger, diagnostics }: Compiled,
  dropped: readonly DroppedMessage[],
  before: EarlierCall | undefined,
  cache: ContextReport['cache'],
  nameOf: (at: string) => string,
): ContextReport {
  const omitted = { units: 0, tokens: 0 }
  for (const { from, to, before: size } of overBudget(ledger)) {
    omitted.units += to - from
    omitted.tokens += size
  }
  const { input, max, limit, exact } = tokens
  const fresh = freshIn(diagnostics)
  return {
    ok,
    call: (before?.call ?? 0) + 1,
    tokens: { input, max, limit, exact },
    omitted,
    dropped: rangesOf(dropped),
    beganOtherwise: fresh.length > 0,
    cache,
    decisions: [...othersOf(fresh), ...trimOf(fresh, ledger, before?.omitted ?? [])],
    diagnostics: diagnostics.map(({ code, level, message, at }) => {
      return { code, level, message, at: [...at], places: [...new Set(at.map(nameOf))] }
    }),
  }
}

/** Joins neighbouring messages that were dropped for one reason. */
function rangesOf(dropped: readonly DroppedMessage[]): ContextReport['dropped'] {
  const ranges: { from: number; to: number; readonly reason: Reason }[] = []
  for (const { index, reason } of dropped) {
    const last = ranges.at(-1)
    if (last?.to === index && last.reason === reason) last.to++
    else ranges.push({ from: index, to: index + 1, reason })
  }
  return ranges
}

/** Returns the decisions because of which a request's prefix differs from the last one. */
const freshIn = (diagnostics: Compiled['diagnostics']): readonly Decision[] =>
  (diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions as readonly Decision[] | undefined) ?? []

const othersOf = (fresh: readonly Decision[]): ContextReport['decisions'] =>
  fresh.flatMap(({ kind, why }) => (kind === 'trim' ? [] : [{ kind, why }]))

/**
 * Returns the units dropped since the previous call; for a first call, all that were dropped. They are counted as this
 * call's model counts them, because the previous call may have been for another model.
 */
function trimOf(
  fresh: readonly Decision[],
  ledger: Compiled['ledger'],
  before: EarlierCall['omitted'],
): ContextReport['decisions'] {
  const trim = { kind: 'trim', units: 0, tokens: 0 } as const
  const { units, tokens } = overBudget(ledger).reduce(
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

/** Warning as the AI SDK has it. */
export interface Warning {
  readonly type: 'other'
  readonly message: string
}

const warning = (code: string, message: string): Warning => ({
  type: 'other',
  message: `ctxc ${code}: ${message}`,
})

/**
 * Returns warnings for the AI SDK: losses that the previous call did not report, each trim once, and a prompt that was
 * sent without being compiled.
 */
export const warningsOf = (
  { ok, diagnostics, decisions }: ContextReport,
  before: EarlierCall | undefined,
): Warning[] => [
  ...diagnostics.flatMap(({ code, level, message }) => {
    if (level === 'error') return [unsent(code, message)]
    const isKnown = before?.known.includes(saidOf({ code, message })) === true
    return level === 'warn' && !isKnown ? [warning(code, message)] : []
  }),
  ...decisions.flatMap(decision =>
    ok && decision.kind === 'trim' && decision.units > 0 ? [warning('CX4003', trimmed(decision))] : [],
  ),
]

/**
 * Whether warnings end a call here: the AI SDK gives them to `process.emitWarning`, which an edge sandbox has only to throw.
 * An app that logs them itself (`AI_SDK_LOG_WARNINGS`) gets them.
 */
export function endsCalls(): boolean {
  const { EdgeRuntime, AI_SDK_LOG_WARNINGS, process } = globalThis as {
    readonly EdgeRuntime?: unknown
    readonly AI_SDK_LOG_WARNINGS?: unknown
    readonly process?: { readonly emitWarning?: unknown }
  }
  if (EdgeRuntime === undefined || AI_SDK_LOG_WARNINGS !== undefined) return false
  return process?.emitWarning !== undefined
}

const unsent = (code: string, message: string): Warning =>
  warning(code, `${message}; the prompt was sent without being compiled (onFailure: 'send')`)

const trimmed = ({ units, tokens }: { readonly units: number; readonly tokens: number }): string =>
  `${units} ${units === 1 ? 'unit' : 'units'} of history (about ${tokens} tokens) no longer fit and were dropped`
