/**
 * Limit of a model on `temperature`, `top_p` and `top_k`: it accepts all (`any`), only one of the first two (`one`),
 * only defaults (`none`), or only defaults if a reasoning effort other than `none` is requested (`effort-none`).
 */
export type SamplingFact = 'any' | 'one' | 'none' | 'effort-none'

/** Facts of a Claude model on the Messages API. Source: rules A6, A14-A16, A25, A26. */
export interface AnthropicFacts {
  /** Whether the conversation may end with an assistant message (A6). */
  readonly prefill: boolean
  /**
   * Whether the conversation must begin with a user message (A4; documented, but a live probe of 2026-09 found it
   * relaxed).
   */
  readonly firstUser: boolean
  /** Whether `thinking.type: 'enabled'` is accepted (A14). */
  readonly thinkingEnabled: boolean
  /** Whether `thinking.type: 'adaptive'` is accepted (A14). */
  readonly thinkingAdaptive: boolean
  /** Whether `thinking.type: 'disabled'` is accepted: always, only up to effort `high`, or never (A14). */
  readonly thinkingDisabled: 'always' | 'low-effort' | 'never'
  /** Whether the model thinks without a `thinking` field. */
  readonly thinksByDefault: boolean
  /** Whether `role: 'system'` is accepted inside `messages` (A16). */
  readonly midSystem: boolean
  /** Whether signatures are bound to all content before them (A25). */
  readonly bindsThinking: boolean
  /** Fate of thinking that the model cannot read (A26). */
  readonly unreadableThinking: 'drop' | 'reject'
  /** Prefixes of other model ids whose thinking the model reads (A26). */
  readonly readsThinkingOf: readonly string[]
  /** Whether `output_config.format` and strict tools are accepted (A32). */
  readonly structuredOutputs: boolean
}

/** Facts of a model on the OpenAI APIs. Source: rules C9, R6, R10, R12. */
export interface OpenAIFacts {
  /** Whether reasoning items and `reasoning.effort` are accepted (R6). */
  readonly reasoning: boolean
  /** Whether `reasoning_effort: 'none'` is accepted (C9). */
  readonly effortNone: boolean
  /**
   * Whether function tools are accepted on Chat Completions: always, unless an effort is set, only at effort none, or
   * never (C9).
   */
  readonly chatTools: 'always' | 'without-effort' | 'effort-none' | 'never'
  /** Whether `configuration_update` items are accepted (R10). */
  readonly configurationUpdate: boolean
  /** Whether arguments of replayed calls must parse as JSON. OpenAI itself does not check; strict gateways do. */
  readonly jsonArguments: boolean
  /**
   * Maximum number of properties in a strict schema; `schemaLevels` is the maximum nesting depth (R12; Azure: 100 and
   * 5).
   */
  readonly schemaProperties: number
  readonly schemaLevels: number
  /** Whether an answer may be requested as `json_schema` (R19, C13). */
  readonly jsonSchema: boolean
  /** Whether `prompt_cache_breakpoint` is accepted; null if unknown (R20, C14). */
  readonly cacheBreakpoints: boolean | null
}

/** Facts of a model on generateContent. Source: rules G1, G5, G16 to G19, G22. */
export interface GeminiFacts {
  /** Whether `systemInstruction` is accepted (G1). */
  readonly systemInstruction: boolean
  /** Whether function declarations are accepted (G22). */
  readonly functionCalling: boolean
  /** Whether the first call of a step in the current turn must be signed (G5). */
  readonly thoughtSignatures: boolean
  /** Accepted values of `thinkingLevel` (G16). */
  readonly thinkingLevels: readonly string[]
  /** Lower and upper bound of `thinkingBudget`, besides -1; null if the model has no budget (G16). */
  readonly thinkingBudget: readonly [least: number, most: number] | null
  /** Whether a budget of 0 turns thinking off (G16). */
  readonly thinkingOff: boolean
  /** Whether penalties other than 0 are accepted (G17). */
  readonly penalties: boolean
  /** Condition under which `application/json` may be requested (G18). */
  readonly jsonMode: 'always' | 'without-tools' | 'never'
  /** Whether Google's own tools are accepted together with functions (G19). */
  readonly mixedTools: boolean
}

/** Model-dependent facts that decide a rule; a caller may override any of them. */
export interface ProviderFacts extends AnthropicFacts, OpenAIFacts, GeminiFacts {
  /** Sampling parameters that the model accepts (A15). */
  readonly sampling: SamplingFact
}
