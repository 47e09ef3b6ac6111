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
  /** What changed since the call before: a trim changes the beginning of the prompt, and so costs the cache. */
  readonly decisions: readonly { readonly kind: 'trim'; readonly units: number; readonly tokens: number }[]
  readonly diagnostics: readonly {
    readonly code: string
    readonly level: string
    readonly message: string
    readonly at: readonly string[]
  }[]
}

/** What a call must know of the one before it. */
export interface CallState {
  readonly call: number
  readonly omitted: ContextReport['omitted']
}

/** Tells of one outcome, and what it changed. */
export function reportOf(
  { tokens, ledger, diagnostics }: Compiled,
  before: CallState | undefined,
): ContextReport {
  const omitted = { units: 0, tokens: 0 }
  for (const { from, to, reason, before: size } of ledger.rows) {
    if (reason !== 'over-budget') continue
    omitted.units += to - from
    omitted.tokens += size
  }
  const units = omitted.units - (before?.omitted.units ?? 0)
  const { input, max, limit, exact } = tokens
  return {
    call: (before?.call ?? 0) + 1,
    tokens: { input, max, limit, exact },
    omitted,
    decisions:
      units > 0
        ? [{ kind: 'trim', units, tokens: Math.max(0, omitted.tokens - (before?.omitted.tokens ?? 0)) }]
        : [],
    diagnostics: diagnostics.map(({ code, level, message, at }) => ({ code, level, message, at: [...at] })),
  }
}

/** What the AI SDK is to warn of: losses, not repairs that cost nothing. */
export const warningsOf = ({ diagnostics }: ContextReport): { type: 'other'; message: string }[] =>
  diagnostics.flatMap(({ code, level, message }) =>
    level === 'warn' ? [{ type: 'other', message: `ctxc ${code}: ${message}` }] : [],
  )
