/**
 * Limit of a model on `temperature`, `top_p` and `top_k`: it accepts all (`any`), only one of `temperature` and `top_p`
 * (`one`), only defaults (`none`), or only defaults if the request has a reasoning effort other than `none`
 * (`effort-none`).
 */
export type SamplingFact = 'any' | 'one' | 'none' | 'effort-none'

/** Features and limits of a Claude model on the Messages API. Source: rules A6, A14-A16, A25, A26. */
export interface AnthropicFacts {
  /** Whether the conversation may end with an assistant message (rule A6). */
  readonly prefill: boolean
  /**
   * Whether the conversation must begin with a user message (rule A4). Anthropic documents this, but a live probe of
   * 2026-09 found it relaxed.
   */
  readonly firstUser: boolean
  /** Whether `thinking.type: 'enabled'` is accepted (rule A14). */
  readonly thinkingEnabled: boolean
  /** Whether `thinking.type: 'adaptive'` is accepted (rule A14). */
  readonly thinkingAdaptive: boolean
  /** Condition for `thinking.type: 'disabled'`: always accepted, only up to effort `high`, or never (rule A14). */
  readonly thinkingDisabled: 'always' | 'low-effort' | 'never'
  /** Whether thinking is on if the request has no `thinking` field. */
  readonly thinksByDefault: boolean
  /** Whether `role: 'system'` is accepted inside `messages` (rule A16). */
  readonly midSystem: boolean
  /** Whether a thinking signature is valid only after unchanged content (rule A25). */
  readonly bindsThinking: boolean
  /** Reaction of the API to thinking that the model cannot read (rule A26). */
  readonly unreadableThinking: 'drop' | 'reject'
  /** Prefixes of other model ids whose thinking the model reads (rule A26). */
  readonly readsThinkingOf: readonly string[]
  /** Whether `output_config.format` and strict tools are accepted (rule A32). */
  readonly structuredOutputs: boolean
}

/** Features and limits of a model on the OpenAI APIs. Source: rules C9, R6, R10, R12. */
export interface OpenAIFacts {
  /** Whether reasoning items and `reasoning.effort` are accepted (rule R6). */
  readonly reasoning: boolean
  /** Whether `reasoning_effort: 'none'` is accepted (rule C9). */
  readonly effortNone: boolean
  /**
   * Condition for function tools on Chat Completions: always accepted, only without an effort, only at effort none, or
   * never (rule C9).
   */
  readonly chatTools: 'always' | 'without-effort' | 'effort-none' | 'never'
  /** Whether `configuration_update` items are accepted (rule R10). */
  readonly configurationUpdate: boolean
  /** Whether call arguments in the history must be valid JSON. Strict gateways check this; OpenAI does not. */
  readonly jsonArguments: boolean
  /**
   * Maximum number of properties in a strict schema; `schemaLevels` is the maximum nesting depth. Source: rule R12; on
   * Azure, the limits are 100 and 5.
   */
  readonly schemaProperties: number
  readonly schemaLevels: number
  /** Whether an answer may be requested as `json_schema` (rules R19, C13). */
  readonly jsonSchema: boolean
  /** Whether `prompt_cache_breakpoint` is accepted; null if unknown (rules R20, C14). */
  readonly cacheBreakpoints: boolean | null
}

/** Features and limits of a model on generateContent. Source: rules G1, G5, G16 to G19, G22. */
export interface GeminiFacts {
  /** Whether `systemInstruction` is accepted (rule G1). */
  readonly systemInstruction: boolean
  /** Whether function declarations are accepted (rule G22). */
  readonly functionCalling: boolean
  /** Whether the first function call of each step in the current turn needs a thought signature (rule G5). */
  readonly thoughtSignatures: boolean
  /** Accepted values of `thinkingLevel` (rule G16). */
  readonly thinkingLevels: readonly string[]
  /** Smallest and largest `thinkingBudget`, in addition to -1; null if the model has no thinking budget (rule G16). */
  readonly thinkingBudget: readonly [least: number, most: number] | null
  /** Whether `thinkingBudget: 0` turns thinking off (rule G16). */
  readonly thinkingOff: boolean
  /** Whether penalties other than 0 are accepted (rule G17). */
  readonly penalties: boolean
  /** Condition under which `application/json` may be requested (rule G18). */
  readonly jsonMode: 'always' | 'without-tools' | 'never'
  /** Whether Google's built-in tools are accepted together with functions (rule G19). */
  readonly mixedTools: boolean
}

/** Features and limits of a model that the rules depend on. The caller of a fake may override any of them. */
export interface ProviderFacts extends AnthropicFacts, OpenAIFacts, GeminiFacts {
  /** Sampling parameters that the model accepts (rule A15). */
  readonly sampling: SamplingFact
}
