import type { GenerateConfig } from '../../agent/agent.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import type { Effects } from '../../effect/handler.ts'
import type { Budget } from '../../ir/budget.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Pass } from '../../pass/pass.ts'
import type { LoadModule } from './module.ts'
import type { Plan } from './plan.ts'

/** Options of a compile. */
export interface CompileOptions<Name extends TargetName | undefined = TargetName | undefined> {
  /** The request format; worked out from the model and the conversation's own format when left out. */
  readonly target?: Name
  /** The model to call; the conversation's own when left out. */
  readonly model?: string
  /** The most tokens of input, or input and output apart. */
  readonly budget?: Budget
  /** Reaction when the session ends with model text and the target requires a user's: add one, or refuse. */
  readonly whenIdle?: 'fill' | 'fail'
  /**
   * Counts text in place of the vocabulary on disk: `o200k` of `ctxc/count/o200k` where no file can be read,
   * `approximate` of `ctxc/count/approximate`, which is small and never exact, or the model's own tokenizer,
   * `{ count(text) }`, whose counts are then exact. One of another encoding than the model's is only used where
   * estimates can be made from it.
   */
  readonly count?: TokenCounter
  /** The agent of the program to compile for; the one that is due when left out. */
  readonly agent?: string
  /** Settings of this run alone. */
  readonly run?: RunOptions
  /** Texts that an instruction may name as `{artifact.NAME}`. */
  readonly artifacts?: Readonly<Record<string, string>>
  /** Milliseconds since 1970, for functions that write instructions: nothing here reads a clock. */
  readonly now?: number
  /**
   * Whether the module of an instruction that is a reference, `{ module, export, args }`, may be imported. Left out: where
   * code declares the agent, and not where `parseProgram` read it from data. `true` imports packages of the app and `file:`
   * URLs for data too, never what is built into Node; `false` imports nothing; a function loads the modules itself.
   */
  readonly allowImport?: boolean | LoadModule
  /** Handling of a missing value that an instruction asks for: keep the slot as written, empty it, or refuse. */
  readonly missing?: 'keep' | 'empty' | 'error'
  /** Reaction when a function that writes an instruction fails: refuse, or compile without its text. */
  readonly onProviderError?: 'fail' | 'empty'
  /** The passes that run, in this order: `defaultPasses` when left out. */
  readonly passes?: readonly Pass[]
  /** Has `result.trace` say what each pass did. */
  readonly trace?: boolean
  /** Handlers of work done by others, such as embeddings; asked only for what no event of the session holds. */
  readonly effects?: Effects
  /**
   * Ends the waiting for effects: the request is made with what there is by then. With `AbortSignal.timeout(500)` an
   * effect has half a second.
   */
  readonly signal?: AbortSignal
  /**
   * Source of the provider's cache marks. `keep` (the default): the marks that came in with the messages, if any.
   * `mark`: the target removes the marks that came in and puts its own at the ends of what stays unchanged; a model
   * whose provider chooses by itself gets none. `{ ttl }`: like `mark`, with a lifetime in the provider's words:
   * `5m` (the usual one) or `1h` for Claude.
   */
  readonly cache?: CacheOption
  /** The plan of the same session's last compile, so that the request begins as that one did. One that does not fit does no harm. */
  readonly plan?: Plan | null
}

/** Source of the provider's cache marks: see `CompileOptions.cache`. */
export type CacheOption = 'keep' | 'mark' | { readonly ttl: string }

/** Settings of one run of an agent. */
export interface RunOptions {
  /** Wins over the agent's own, setting by setting. */
  readonly generateConfig?: GenerateConfig
  /** The branch on which the agent speaks; where it stands in the program when left out. */
  readonly branch?: string
}
