import type { Decision, DecisionKind } from '../compile/plan.ts'
import type { Compiled } from '../compile/result.ts'

/** What became of the context of one call, as plain JSON: `providerMetadata.ctxc` of its result. */
export interface ContextReport {
  /** How many calls this conversation has had, this one among them. */
  readonly call: number
  readonly tokens: {
    /** The likely size of the input. */
    readonly input: number
    /** The bound that the limit applies to. */
    readonly max: number
    readonly limit: number | null
    readonly exact: boolean
  }
  /** What of the history was left out: messages, or a model's answer with its calls and results. */
  readonly omitted: { readonly units: number; readonly tokens: number }
  /**
   * The prompt does not begin as that of the call before, so that the provider's cache does not hold it. False for a
   * first call.
   */
  readonly beganOtherwise: boolean
  /** What was decided since the call before: why its beginning is another, or what a first call left out. */
  readonly decisions: readonly (
    | { readonly kind: 'trim'; readonly units: number; readonly tokens: number }
    | { readonly kind: Exclude<DecisionKind, 'trim'>; readonly why: string }
  )[]
  readonly diagnostics: readonly {
    readonly code: string
    readonly level: string
    readonly message: string
    readonly at: readonly string[]
  }[]
}

/** Tells of one outcome, and what it changed. */
export function reportOf(
  { tokens, ledger, diagnostics }: Compiled,
  before: ContextReport | undefined,
): ContextReport {
  const omitted = { units: 0, tokens: 0 }
  for (const { from, to, reason, before: size } of ledger.rows) {
    if (reason !== 'over-budget') continue
    omitted.units += to - from
    omitted.tokens += size
  }
  const { input, max, limit, exact } = tokens
  const fresh = freshIn(diagnostics)
  return {
    call: (before?.call ?? 0) + 1,
    tokens: { input, max, limit, exact },
    omitted,
    beganOtherwise: fresh.length > 0,
    decisions: [...othersOf(fresh), ...trimOf(fresh, omitted, before?.omitted)],
    diagnostics: diagnostics.map(({ code, level, message, at }) => ({ code, level, message, at: [...at] })),
  }
}

/** The decisions for which a request does not begin as the last one did. */
const freshIn = (diagnostics: Compiled['diagnostics']): readonly Decision[] =>
  (diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions as readonly Decision[] | undefined) ?? []

const othersOf = (fresh: readonly Decision[]): ContextReport['decisions'] =>
  fresh.flatMap(({ kind, why }) => (kind === 'trim' ? [] : [{ kind, why }]))

/** What was left out beyond what had been before; of a first call all of it. */
function trimOf(
  fresh: readonly Decision[],
  omitted: ContextReport['omitted'],
  before: ContextReport['omitted'] = { units: 0, tokens: 0 },
): ContextReport['decisions'] {
  const units = omitted.units - before.units
  if (units <= 0 && fresh.every(({ kind }) => kind !== 'trim')) return []
  const tokens = Math.max(0, omitted.tokens - before.tokens)
  return [{ kind: 'trim', units: Math.max(0, units), tokens }]
}

/** What the AI SDK is to warn of: losses, not repairs that cost nothing. */
export const warningsOf = ({ diagnostics }: ContextReport): { type: 'other'; message: string }[] =>
  diagnostics.flatMap(({ code, level, message }) =>
    level === 'warn' ? [{ type: 'other', message: `ctxc ${code}: ${message}` }] : [],
  )
