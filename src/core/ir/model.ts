import type { CacheMode, Caching } from './cache.ts'

/** Text tokenizers whose vocabulary is public, so that a count of text is exact. */
export type Encoding = 'o200k_base' | 'cl100k_base'

/**
 * Estimator of text sizes for models whose vocabulary is not public, named after the first model with that
 * vocabulary. `claude-3` is Claude 3 to 4.6, `claude-4-7` Claude from Opus 4.7 on, `unknown` any other.
 */
export type EstimatorName = 'claude-3' | 'claude-4-7' | 'gemini' | 'unknown'

/** Prices of the tokens of a request, in USD per million tokens. */
export interface Rates {
  /** Uncached input. */
  readonly input: number
  /** Output, reasoning included. */
  readonly output: number
  /** Input read from the cache; absent = the vendor lists no cached rate. */
  readonly cacheRead?: number
  /**
   * Input written to the cache: one price, or a price for each lifetime in the vendor's words; absent = by the rules of
   * the vendor's cache.
   */
  readonly cacheWrite?: number | Readonly<Record<string, number>>
}

/** Prices of a request whose input is longer than `over`. Prices of the cache that are absent rise as that of the input. */
export interface PriceStep extends Rates {
  /** Tokens of input, cached ones included, above which the whole request has these prices. */
  readonly over: number
}

/** Prices of a model, in USD per million tokens, at the vendor's standard rate. */
export interface Price extends Rates {
  /** Storage of an explicit cache, USD per million tokens and hour; absent = the vendor lists none. */
  readonly cacheStorage?: number
  /** Other prices of long requests, shortest first; absent = one price for every length. */
  readonly steps?: readonly PriceStep[]
}

/** Facts about the vendor's caching of a model's prompt prefixes (`reference/peers.md` 3.5). */
export interface CacheFacts {
  /** Shortest prefix that is cached, tokens; null = not known or not fixed. */
  readonly minimum: number | null
  /** `explicit`: only marked prefixes; `implicit`: the vendor chooses, marks are rejected; `both`: either; `none`: no cache is known. */
  readonly mode: CacheMode
  /** Lifetimes a request may ask for, shortest first, in the vendor's words; absent = not selectable. */
  readonly ttl?: readonly string[]
  /** Lifetimes of `ttl` that Chat Completions takes, if they are fewer. */
  readonly chatTtl?: readonly string[]
  /** Most breakpoints of one request, if the model takes fewer than its vendor's rules allow. */
  readonly marks?: number
  /** Number of tokens of which a cached prefix is a multiple, if it differs from its vendor's rules. */
  readonly step?: number
}

/** Tokens of one image: of unknown size, and by a published rule; all 0 if the model takes no images. */
export interface ImageFacts {
  /** Tokens of a 1024 x 1024 pixel image at the model's default detail. */
  readonly estimate: number
  /** Upper bound in tokens for any image that is accepted at the model's default detail. */
  readonly max: number
  /** Name of the rule in `count/image/rules.json` for an image whose size is known; absent = none is published. */
  readonly rule?: string
}

/** An estimate and an upper bound, in tokens. */
export interface TokenRange {
  readonly estimate: number
  readonly max: number
}

/** Tokens of files other than images, if they differ from the usual ones. */
export interface MediaFacts {
  /** One page of a document, including its picture. */
  readonly page: TokenRange
  /** A second of sound. */
  readonly audioSecond: TokenRange
  /** A second of video, including its sound. */
  readonly videoSecond: TokenRange
}

/** Fields of a request, besides its messages, that reasoning may be bound to. */
export type BoundField = 'system' | 'tools' | 'format' | 'effort' | 'instructions'

/** Binding of each piece of reasoning to everything that preceded it, by a vendor. */
export interface Binding {
  /** Contents of the prefix besides the messages before the reasoning. */
  readonly prefix: readonly BoundField[]
  /** Fate of reasoning whose prefix changed: the request is refused, or the reasoning dropped in silence. */
  readonly otherwise: 'error' | 'drop'
}

/** Facts that the compiler needs about a model of any vendor. */
export interface ModelFacts<Rules> {
  /** Maker of the model: `openai`, `anthropic`, `google`, ... */
  readonly vendor: string
  /** Family whose models can read each other's reasoning. */
  readonly family: string
  /**
   * Context window in tokens; null = not known. If the vendor publishes a smaller limit for the input alone, this is
   * that limit, so that `window - reserve` never exceeds what the vendor accepts.
   */
  readonly window: number | null
  /** Most tokens of one response, reasoning included; null = not known. */
  readonly output: number | null
  /** Exact text tokenizer; null = token counts are estimated. */
  readonly encoding: Encoding | null
  /** Estimator of text sizes without the model's tokenizer; absent = `unknown`. */
  readonly estimator?: EstimatorName
  /** Whether the model reasons, and so accepts reasoning of its own family in the history. */
  readonly reasoning: boolean
  /** Binding of reasoning to what precedes it (A25, R24); absent = none. */
  readonly binds?: Binding
  /** Prices in USD per million tokens; absent = not published, or not confirmed. */
  readonly price?: Price
  /** Prompt caching. */
  readonly cache: CacheFacts
  /** Image tokens. */
  readonly image: ImageFacts
  /** Tokens of pages, sounds and videos; absent = the usual ones. */
  readonly media?: MediaFacts
  /** Variants of the vendor's request rules. */
  readonly rules: Rules
}

/** Provenance of the facts of a model. */
export interface Provenance {
  /** Model id as the vendor's own API takes it. */
  readonly id: string
  /** Other ids of the same model: dated snapshots and moving names. */
  readonly aliases?: readonly string[]
  /** URLs of the pages that the row comes from. */
  readonly source: readonly string[]
  /** Day the row was last checked, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Disagreements between sources, facts not confirmed, and limits that the fields cannot express. */
  readonly note?: string
}

/**
 * Row that a caller gives for a model. What it leaves out is as in the package's row of the same model; without one, it is
 * not known.
 */
export interface ModelRow
  extends Partial<Omit<ModelFacts<unknown>, 'cache' | 'rules'>>,
    Partial<Omit<Provenance, 'id'>> {
  /** Id of the model, with or without the names of gateways before it; or `prefix`. */
  readonly id?: string
  /** Beginning of the ids of several models. A row with `id` wins, then the longest prefix. */
  readonly prefix?: string
  /** Id of a model whose row in the package this one takes over, such as that behind the name of a deployment. */
  readonly like?: string
  /** Prompt caching, field by field. */
  readonly cache?: Partial<CacheFacts>
  /** Variants of request rules, field by field, in the words of the package's tables. */
  readonly rules?: Readonly<Record<string, unknown>>
}

/** One row of a `models.json`. */
export type ModelEntry<Rules> = ModelFacts<Rules> & Provenance

/** A vendor's `models.json`. */
export interface ModelFile<Rules> {
  /** Day the file was last checked, `YYYY-MM-DD`. */
  readonly asOf: string
  /** Facts for an id of this vendor that no row names, chosen so that requests stay legal. */
  readonly unknown: ModelFacts<Rules>
  /** Rules of the vendor's cache. */
  readonly caching: Caching
  /** The known models. */
  readonly models: readonly ModelEntry<Rules>[]
}

/** OpenAI's request rules that depend on the model (`reference/peers.md` 3.1 and 3.2). */
export interface OpenAIRules {
  /** Whether Chat Completions takes function tools when `reasoning_effort` is omitted (C9). */
  readonly chatTools: boolean
  /** Accepted `reasoning.effort` values, weakest first; empty = send none. */
  readonly effort: readonly string[]
  /** Whether `temperature` and `top_p` are accepted at every effort. */
  readonly sampling: boolean
  /** Whether `temperature` and `top_p` are accepted at effort `none`, if not at every effort. */
  readonly samplingAtNone?: boolean
  /** Whether instructions go in role `developer` instead of `system` (C5). */
  readonly developerRole: boolean
  /** Whether `configuration_update` input items are accepted (R10). */
  readonly configurationUpdate: boolean
  /** Place where the Responses API adds `instructions`; absent = before the input. */
  readonly systemPlace?: 'after-input'
  /** Whether `reasoning.context: 'all_turns'` is accepted; if so, it is the default (R5). */
  readonly allTurnsReasoning: boolean
  /**
   * Whether another vendor's API or a gateway takes the messages, which may then have fields unknown to OpenAI's API.
   */
  readonly dialect?: true
  /** Whether Chat Completions takes `stop`. */
  readonly stop: boolean
  /** Whether JSON schema output (`json_schema`, strict) is accepted. */
  readonly structuredOutputs: boolean
}

/** Values of `thinking.type` that a request may carry. */
export type ThinkingMode = 'enabled' | 'adaptive' | 'disabled'

/** Platforms that serve Claude. */
export type ClaudePlatform = 'anthropic' | 'google' | 'bedrock' | 'azure'

/** Family whose thinking a model reads on some platforms only. */
export interface ReadableFamily {
  readonly family: string
  readonly on: readonly ClaudePlatform[]
}

/** Anthropic's request rules that depend on the model (`reference/peers.md` 3.3). */
export interface AnthropicRules {
  /** Whether the last message may begin the model's own answer (A6). */
  readonly prefill: boolean
  /** Accepted `thinking.type` values; empty = omit `thinking` (A14). */
  readonly thinking: readonly ThinkingMode[]
  /** Effort levels at which `thinking.type: 'disabled'` is rejected; absent = none (A14). */
  readonly disabledEffortBlocked?: readonly string[]
  /** Whether non-default `temperature`, `top_p` and `top_k` are accepted (A15). */
  readonly sampling: boolean
  /** Whether `role: 'system'` is accepted within `messages` (A16). */
  readonly midSystem: boolean
  /** Turns whose thinking the API keeps for the model (A9). */
  readonly keepsThinking: 'all' | 'last-turn'
  /** Families whose thinking the model reads, including its own (A26). */
  readonly readable: readonly (string | ReadableFamily)[]
  /** Whether `output_config.format` and `strict` tools are accepted. */
  readonly structuredOutputs: boolean
  /** Accepted `output_config.effort` values, weakest first; empty = send none. */
  readonly effort: readonly string[]
}

/** Google's request rules that depend on the model (`reference/peers.md` 3.4). */
export interface GeminiRules {
  /** Whether `systemInstruction` is accepted (G1). */
  readonly system: boolean
  /** Whether functions may be declared. */
  readonly functions: boolean
  /** Whether the first call of a step needs a thought signature or the sentinel (G5, G7). */
  readonly signatures: boolean
  /** Setting for each effort: a string is a `thinkingLevel`, a number a `thinkingBudget`; empty = send none. */
  readonly effort: Readonly<Record<string, string | number>>
  /** Range of `thinkingBudget`, besides -1 for unlimited; `off` = 0 is accepted too; null = none is accepted. */
  readonly budget: { readonly least: number; readonly most: number; readonly off: boolean } | null
  /** Whether `presencePenalty` and `frequencyPenalty` other than 0 are accepted. */
  readonly penalties: boolean
  /** Whether JSON output can be requested. */
  readonly json: boolean
  /** Whether JSON output can be requested together with declared tools. */
  readonly jsonBesideTools: boolean
  /** Whether Google's own tools can be combined with functions and with calls in the history. */
  readonly mixedTools: boolean
  /** Whether a function response may hold images and documents. */
  readonly filesInResults: boolean
}
