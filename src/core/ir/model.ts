import type { CacheMode, Caching } from './cache.ts'

/** Text tokenizers whose vocabulary is public, so that texts can be counted exactly. */
export type Encoding = 'o200k_base' | 'cl100k_base'

/**
 * Estimator of text sizes for models whose vocabulary is not public, named after the first model with that vocabulary.
 * `claude-3` covers Claude 3 to 4.6, `claude-4-7` Claude from Opus 4.7 on, `unknown` all other models.
 */
export type EstimatorName = 'claude-3' | 'claude-4-7' | 'gemini' | 'unknown'

/** Prices of the tokens of a request, in USD per million tokens. */
export interface Rates {
  /** Price of uncached input. */
  readonly input: number
  /** Price of output, including reasoning. */
  readonly output: number
  /** Price of input read from the cache; absent if the vendor publishes no price for it. */
  readonly cacheRead?: number
  /**
   * Price of input written to the cache: one price, or one for each lifetime in the vendor's terms; absent if the
   * vendor's cache rules contain the price.
   */
  readonly cacheWrite?: number | Readonly<Record<string, number>>
}

/**
 * Prices of a request whose input is longer than `over`. If a cache price is absent, it rises in proportion to the
 * input price.
 */
export interface PriceStep extends Rates {
  /** Number of input tokens, including cached ones, above which the whole request has these prices. */
  readonly over: number
}

/** Prices of a model, in USD per million tokens, at the vendor's standard rate. */
export interface Price extends Rates {
  /** Price of storing an explicit cache, in USD per million tokens and hour; absent if the vendor publishes none. */
  readonly cacheStorage?: number
  /** Other prices of long requests, shortest first; absent if one price applies to every length. */
  readonly steps?: readonly PriceStep[]
}

/** Facts about the vendor's caching of a model's prompt prefixes (`reference/peers.md` 3.5). */
export interface CacheFacts {
  /** Length in tokens of the shortest prefix that is cached; null if not known or not fixed. */
  readonly minimum: number | null
  /**
   * `explicit`: the vendor caches only marked prefixes; `implicit`: the vendor chooses, marks are rejected; `both`:
   * both kinds work; `none`: no cache is known.
   */
  readonly mode: CacheMode
  /** Lifetimes that a request may ask for, shortest first, in the vendor's terms; absent if not selectable. */
  readonly ttl?: readonly string[]
  /** Lifetimes in `ttl` that Chat Completions accepts, if it does not accept all of them. */
  readonly chatTtl?: readonly string[]
  /** Maximum number of breakpoints in one request, if the model accepts fewer than its vendor's rules allow. */
  readonly marks?: number
  /** Granularity of a cached prefix in tokens, if it differs from the vendor's rules. */
  readonly step?: number
}

/**
 * Tokens of one image. For an image of unknown size, these are an estimate and an upper bound; `rule` names the
 * published rule. All are 0 if the model accepts no images.
 */
export interface ImageFacts {
  /** Tokens of a 1024 x 1024 pixel image at the model's default detail. */
  readonly estimate: number
  /** Upper bound in tokens of any image that the model accepts at its default detail. */
  readonly max: number
  /** Name of the rule in `count/image/rules.json` for an image of known size; absent if none is published. */
  readonly rule?: string
}

/** An estimate and an upper bound, in tokens. */
export interface TokenRange {
  readonly estimate: number
  readonly max: number
}

/** Tokens of files other than images, if they differ from the default values. */
export interface MediaFacts {
  /** Tokens of one page of a document, including the picture of the page. */
  readonly page: TokenRange
  /** Tokens of one second of sound. */
  readonly audioSecond: TokenRange
  /** Tokens of one second of video, including its sound. */
  readonly videoSecond: TokenRange
}

/**
 * Request field other than the messages to which reasoning may be bound. If the field changes, earlier reasoning
 * becomes invalid. `address`: the addresses of images and files, and not only their content.
 */
export type BoundField = 'system' | 'tools' | 'format' | 'effort' | 'instructions' | 'user' | 'address'

/**
 * Changes of declarations that a message at the end of the conversation can express: of the instruction, of the tools,
 * of the effort and of the output schema (`format`).
 */
export type Appendable = 'instruction' | 'tool-added' | 'tool-removed' | 'tool-changed' | 'effort' | 'format'

/** A vendor's rule that reasoning is valid only if the content before it is unchanged. */
export interface Binding {
  /** Fields that the reasoning is bound to, in addition to the messages before it. */
  readonly prefix: readonly BoundField[]
  /**
   * Effect of a change before the reasoning: the vendor rejects the request (`error`), or silently drops the reasoning
   * (`drop`).
   */
  readonly otherwise: 'error' | 'drop'
  /** Changes that the vendor's API accepts as messages, so that nothing before them changes; none if absent. */
  readonly appends?: readonly Appendable[]
}

/** Facts that the compiler needs about a model of any vendor. */
export interface ModelFacts<Rules> {
  /** Vendor of the model: `openai`, `anthropic`, `google`, ... */
  readonly vendor: string
  /** Family of models that can read each other's reasoning. */
  readonly family: string
  /**
   * Context window in tokens; null if not known. If the vendor publishes a smaller limit for input alone, the field
   * contains that limit, so that `window - reserve` never exceeds what the vendor accepts.
   */
  readonly window: number | null
  /** Maximum number of tokens in one response, including reasoning; null if not known. */
  readonly output: number | null
  /** Exact text tokenizer; null if token counts are estimated. */
  readonly encoding: Encoding | null
  /** Estimator of text sizes, for a model without a public tokenizer; `unknown` if absent. */
  readonly estimator?: EstimatorName
  /** Whether the model reasons, and therefore accepts reasoning of its own family in the history. */
  readonly reasoning: boolean
  /** Binding of reasoning to everything before it (rules A25, R24); absent if there is none. */
  readonly binds?: Binding
  /** Prices in USD per million tokens; absent if not published or not confirmed. */
  readonly price?: Price
  /** Facts about prompt caching. */
  readonly cache: CacheFacts
  /** Facts about the tokens of images. */
  readonly image: ImageFacts
  /** Tokens of pages, sounds and videos; the default values if absent. */
  readonly media?: MediaFacts
  /** This model's values of those request rules of the vendor that differ between models. */
  readonly rules: Rules
}

/** Sources of the facts about a model. */
export interface Provenance {
  /** Model id as the vendor's own API accepts it. */
  readonly id: string
  /** Other ids of the same model: dated snapshots and names whose model may change. */
  readonly aliases?: readonly string[]
  /** URLs of the pages that the row comes from. */
  readonly source: readonly string[]
  /** Day on which the row was last checked, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Disagreements between sources, unconfirmed facts, and limits that the fields cannot express. */
  readonly note?: string
}

/**
 * Row that a caller passes for a model. Omitted fields get their values from the package's row for this model. If there
 * is no such row, they are unknown.
 */
export interface ModelRow
  extends Partial<Omit<ModelFacts<unknown>, 'cache' | 'rules'>>,
    Partial<Omit<Provenance, 'id'>> {
  /** Id of the model, with or without the prefixes of gateways. Alternative to `prefix`. */
  readonly id?: string
  /** Beginning of the ids of several models. A row with `id` takes precedence, then the row with the longest prefix. */
  readonly prefix?: string
  /**
   * Id of a model whose row in the package provides the omitted fields, for example the model that a named deployment
   * serves.
   */
  readonly like?: string
  /** Fields of prompt caching that differ from the package's row. */
  readonly cache?: Partial<CacheFacts>
  /** Request rules that differ from the package's row, under the names that the package's tables use. */
  readonly rules?: Readonly<Record<string, unknown>>
}

/** One row of a `models.json`. */
export type ModelEntry<Rules> = ModelFacts<Rules> & Provenance

/** A vendor's `models.json`. */
export interface ModelFile<Rules> {
  /** Day on which the file was last checked, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Facts for ids of this vendor that no row covers, chosen so that requests stay valid. */
  readonly unknown: ModelFacts<Rules>
  /** Rules of the vendor's cache. */
  readonly caching: Caching
  /** The known models. */
  readonly models: readonly ModelEntry<Rules>[]
}

/** OpenAI's request rules that depend on the model (`reference/peers.md` 3.1 and 3.2). */
export interface OpenAIRules {
  /** Whether Chat Completions accepts function tools when `reasoning_effort` is omitted (rule C9). */
  readonly chatTools: boolean
  /** Accepted `reasoning.effort` values, weakest first; if empty, the field is not sent. */
  readonly effort: readonly string[]
  /** Whether `temperature` and `top_p` are accepted at every effort. */
  readonly sampling: boolean
  /** Whether `temperature` and `top_p` are accepted at effort `none`, if not at every effort. */
  readonly samplingAtNone?: boolean
  /** Whether instructions are sent in role `developer` instead of `system` (rule C5). */
  readonly developerRole: boolean
  /** Whether `configuration_update` input items are accepted (rule R10). */
  readonly configurationUpdate: boolean
  /** Position at which the Responses API adds `instructions`; before the input if absent. */
  readonly systemPlace?: 'after-input'
  /** Whether `reasoning.context: 'all_turns'` is accepted. If it is accepted, it is the default (rule R5). */
  readonly allTurnsReasoning: boolean
  /**
   * Whether the messages are sent to another vendor's API or a gateway. If so, they may have fields that OpenAI's API
   * does not accept.
   */
  readonly dialect?: true
  /** Whether `/responses/compact` accepts the model; false if absent. */
  readonly compactEndpoint?: true
  /** Whether Chat Completions accepts `stop`. */
  readonly stop: boolean
  /** Whether JSON schema output (`json_schema`, strict) is accepted. */
  readonly structuredOutputs: boolean
}

/** Values of `thinking.type` that a request may have. */
export type ThinkingMode = 'enabled' | 'adaptive' | 'disabled'

/** Platforms that serve Claude. */
export type ClaudePlatform = 'anthropic' | 'google' | 'bedrock' | 'azure'

/** Family whose thinking a model can read on some platforms only. */
export interface ReadableFamily {
  readonly family: string
  readonly on: readonly ClaudePlatform[]
}

/** Anthropic's request rules that depend on the model (`reference/peers.md` 3.3). */
export interface AnthropicRules {
  /** Whether the last message may be the beginning of the model's own answer (rule A6). */
  readonly prefill: boolean
  /** Accepted `thinking.type` values; if empty, `thinking` is not sent (rule A14). */
  readonly thinking: readonly ThinkingMode[]
  /** Effort levels at which `thinking.type: 'disabled'` is rejected; none if absent (rule A14). */
  readonly disabledEffortBlocked?: readonly string[]
  /** Whether non-default `temperature`, `top_p` and `top_k` are accepted (rule A15). */
  readonly sampling: boolean
  /** Whether `role: 'system'` is accepted within `messages` (rule A16). */
  readonly midSystem: boolean
  /** Turns whose thinking the API shows to the model (rule A9). */
  readonly keepsThinking: 'all' | 'last-turn'
  /** Families whose thinking the model reads, including its own (rule A26). */
  readonly readable: readonly (string | ReadableFamily)[]
  /** Platforms on which the model compacts a conversation on demand (rule A33); none if absent. */
  readonly compacts?: readonly ClaudePlatform[]
  /** Whether `output_config.format` and `strict` tools are accepted. */
  readonly structuredOutputs: boolean
  /** Accepted `output_config.effort` values, weakest first; if empty, the field is not sent. */
  readonly effort: readonly string[]
}

/** Google's request rules that depend on the model (`reference/peers.md` 3.4). */
export interface GeminiRules {
  /** Whether `systemInstruction` is accepted (rule G1). */
  readonly system: boolean
  /** Whether functions may be declared. */
  readonly functions: boolean
  /** Whether the first call of a step needs a thought signature or a placeholder signature (rules G5, G7). */
  readonly signatures: boolean
  /** Setting for each effort: a string is a `thinkingLevel`, a number a `thinkingBudget`; if empty, neither is sent. */
  readonly effort: Readonly<Record<string, string | number>>
  /**
   * Range of `thinkingBudget`; -1 (unlimited) is accepted in addition. With `off`, 0 is accepted too. Null if no budget
   * is accepted.
   */
  readonly budget: { readonly least: number; readonly most: number; readonly off: boolean } | null
  /** Whether `presencePenalty` and `frequencyPenalty` other than 0 are accepted. */
  readonly penalties: boolean
  /** Whether JSON output can be requested. */
  readonly json: boolean
  /** Whether JSON output can be requested together with declared tools. */
  readonly jsonBesideTools: boolean
  /** Whether Google's own tools can be combined with functions and with calls in the history. */
  readonly mixedTools: boolean
  /** Whether a function response may contain images and documents. */
  readonly filesInResults: boolean
}
