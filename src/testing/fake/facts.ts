/**
 * Limit of a model on `temperature`, `top_p` and `top_k`: it takes all, one of the first two, none but defaults,
 * or none but defaults if a reasoning effort other than `none` is asked for.
 */
export type SamplingFact = 'any' | 'one' | 'none' | 'effort-none'

/** Facts of a Claude model on the Messages API. Source: rules A6, A14-A16, A25, A26. */
export interface AnthropicFacts {
  /** The conversation may end with an assistant message (A6). */
  readonly prefill: boolean
  /**
   * The conversation must begin with a user message (A4; documented, a live probe of 2026-09 saw it
   * relaxed).
   */
  readonly firstUser: boolean
  /** `thinking.type: 'enabled'` (A14). */
  readonly thinkingEnabled: boolean
  /** `thinking.type: 'adaptive'` (A14). */
  readonly thinkingAdaptive: boolean
  /** `thinking.type: 'disabled'`: always, only up to effort `high`, never (A14). */
  readonly thinkingDisabled: 'always' | 'low-effort' | 'never'
  /** Without a `thinking` field the model thinks. */
  readonly thinksByDefault: boolean
  /** `role: 'system'` inside `messages` (A16). */
  readonly midSystem: boolean
  /** Signatures are bound to all that precedes them (A25). */
  readonly bindsThinking: boolean
  /** Fate of thinking that the model cannot read (A26). */
  readonly unreadableThinking: 'drop' | 'reject'
  /** Prefixes of the model ids whose thinking the model reads, besides its own (A26). */
  readonly readsThinkingOf: readonly string[]
  /** `output_config.format` and strict tools (A32). */
  readonly structuredOutputs: boolean
}

/** Facts of a model on the OpenAI APIs. Source: rules C9, R6, R10, R12. */
export interface OpenAIFacts {
  /** Takes reasoning items and `reasoning.effort` (R6). */
  readonly reasoning: boolean
  /** `reasoning_effort: 'none'` is accepted (C9). */
  readonly effortNone: boolean
  /** Function tools on Chat Completions: always, unless an effort is set, only at effort none, never (C9). */
  readonly chatTools: 'always' | 'without-effort' | 'effort-none' | 'never'
  /** `configuration_update` items (R10). */
  readonly configurationUpdate: boolean
  /** Arguments of replayed calls must parse as JSON; OpenAI itself does not look, strict gateways do. */
  readonly jsonArguments: boolean
  /** Largest number of properties and of nested levels in a strict schema (R12; Azure: 100 and 5). */
  readonly schemaProperties: number
  readonly schemaLevels: number
  /** An answer may be asked for as `json_schema` (R19, C13). */
  readonly jsonSchema: boolean
  /** Whether `prompt_cache_breakpoint` is taken; null = not known (R20, C14). */
  readonly cacheBreakpoints: boolean | null
}

/** Facts of a model on generateContent. Source: rules G1, G5, G16 to G19, G22. */
export interface GeminiFacts {
  /** `systemInstruction` (G1). */
  readonly systemInstruction: boolean
  /** Function declarations (G22). */
  readonly functionCalling: boolean
  /** The first call of a step in the current turn must be signed (G5). */
  readonly thoughtSignatures: boolean
  /** Values of `thinkingLevel` (G16). */
  readonly thinkingLevels: readonly string[]
  /** Least and most of `thinkingBudget` beside -1; null where there is none (G16). */
  readonly thinkingBudget: readonly [least: number, most: number] | null
  /** A budget of 0 turns thinking off (G16). */
  readonly thinkingOff: boolean
  /** Penalties other than 0 (G17). */
  readonly penalties: boolean
  /** When `application/json` may be asked for (G18). */
  readonly jsonMode: 'always' | 'without-tools' | 'never'
  /** Google's own tools beside functions (G19). */
  readonly mixedTools: boolean
}

/** Model-dependent facts that decide a rule; a caller may override any of them. */
export interface ProviderFacts extends AnthropicFacts, OpenAIFacts, GeminiFacts {
  /** Sampling parameters the model takes (A15). */
  readonly sampling: SamplingFact
}
