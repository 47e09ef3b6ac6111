import type { GenerateConfig } from '../../agent/agent.ts'
import type { Bound } from '../../count/bounds.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import type { Effects } from '../../effect/handler.ts'
import type { Budget } from '../../ir/budget.ts'
import type { ModelRow } from '../../ir/model.ts'
import type { Plan } from '../../ir/plan.ts'
import type { Protection } from '../../ir/protection.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Pass } from '../../pass/pass.ts'
import type { MemoryStore } from '../../remember/store/memory-store.ts'
import type { Owner } from '../../session/owner.ts'

/** Function that returns the exports of a module. A declaration names the module. */
export type LoadModule = (
  module: string,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>

/** Options of a compile. */
export interface CompileOptions<Name extends TargetName | undefined = TargetName | undefined> {
  /** Format of the request; by default inferred from the model and the conversation's own format. */
  readonly target?: Name
  /** Model to call; by default the conversation's own model. */
  readonly model?: string
  /**
   * Rows of facts about models. Use them for models that the package does not know, such as open and self-hosted
   * models, and to correct the package's own rows. A field that your row omits keeps its value from the package's row
   * of the same model.
   */
  readonly modelRows?: readonly ModelRow[]
  /** Maximum tokens of input, or separate limits for input and output. */
  readonly budget?: Budget
  /**
   * Reaction if the session ends with model text but the target requires a user message at the end: add a user message
   * (`fill`), or fail.
   */
  readonly whenIdle?: 'fill' | 'fail'
  /**
   * Tokenizer that replaces the vocabulary on disk. `o200k` of `ctxc/count/o200k` is for environments in which no file
   * can be read. `approximate` of `ctxc/count/approximate` is small and never exact. The model's own tokenizer `{
   * count(text) }` makes counts exact. A tokenizer with another encoding than the model's is used only if the tokenizer
   * allows estimates.
   */
  readonly count?: TokenCounter
  /**
   * Guarantee for the upper bound of estimated text; the budget applies to this bound. `covered` (the default with a
   * budget): 99.5 % of measured requests of English, code and JSON did not exceed it; requests are held to it up to a
   * share of the context window only. `measured` (the default without a budget): in all logged usage, no English, code
   * or JSON exceeded it. Both have the bound of `proven` for other scripts, base64 and noise. `proven`: no vocabulary
   * exceeds it for text as people and programs write it. If counts are exact, the option has no effect.
   */
  readonly bound?: Bound
  /** Name of the agent to compile for; by default the next agent. */
  readonly agent?: string
  /** Settings of this run only. */
  readonly run?: RunOptions
  /** Texts for the placeholder `{artifact.NAME}` of an instruction. */
  readonly artifacts?: Readonly<Record<string, string>>
  /**
   * Time of the compile in milliseconds since 1970, for instruction functions and the expiry of caches. The compiler
   * never reads a clock.
   */
  readonly now?: number
  /**
   * Whether the module of an instruction `{ module, export, args }` may be imported. By default, the module is imported
   * if code declares the agent, but not if `parseProgram` read the agent from data. `true` imports packages of the app
   * and `file:` URLs for data too, never Node's built-in modules. `false` imports nothing. A function loads the modules
   * in place of an import.
   */
  readonly allowImport?: boolean | LoadModule
  /** Handling of a placeholder without a value: keep the placeholder's text, replace it with an empty text, or fail. */
  readonly missing?: 'keep' | 'empty' | 'error'
  /** Reaction if an instruction function fails: fail, or compile without the function's text. */
  readonly onProviderError?: 'fail' | 'empty'
  /** Passes to run, in this order; `defaultPasses` by default. */
  readonly passes?: readonly Pass[]
  /** Whether `result.trace` records each pass. */
  readonly trace?: boolean
  /**
   * Handlers of external work, such as embeddings. A handler is called only if no event of the session contains the
   * outcome of the work.
   */
  readonly effects?: Effects
  /**
   * Signal that stops waiting for effects. The request is then compiled with the outcomes available so far. With
   * `AbortSignal.timeout(500)`, an effect has half a second. An instruction function that has not returned by then
   * counts as failed (`onProviderError`).
   */
  readonly signal?: AbortSignal
  /**
   * Source of the provider's cache marks. `keep` (the default) keeps the marks of the input messages. `mark` removes
   * those marks and places new ones at the ends of stable parts; a model whose provider decides what to cache gets no
   * marks. `{ ttl }` is like `mark`, with a lifetime in the provider's notation: `5m` (the default) or `1h` for Claude.
   */
  readonly cache?: CacheOption
  /**
   * Plan of the session's previous compile. With it, both requests share a prefix. A plan that does not match is
   * ignored.
   */
  readonly plan?: Plan | null
  /** Store of memories, for `C.memory`; needs `owner`. */
  readonly memory?: MemoryStore
  /** Owner whose memories are searched. */
  readonly owner?: Owner
  /** Protections of the request, in addition to the agent's own: values that the functions of `ctxc/protect` return. */
  readonly protect?: readonly Protection[]
}

/** Source of the provider's cache marks: see `CompileOptions.cache`. */
export type CacheOption = 'keep' | 'mark' | { readonly ttl: string }

/** Settings of one run of an agent. */
export interface RunOptions {
  /** Settings that override the agent's own settings, one by one. */
  readonly generateConfig?: GenerateConfig
  /** Branch of the agent's answer; by default the agent's branch in the program. */
  readonly branch?: string
}
