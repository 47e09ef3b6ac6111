import type { GenerateConfig } from '../../agent/agent.ts'
import { assertConfig } from '../../agent/assert.ts'
import { readBudget } from '../../agent/read-budget.ts'
import { isEncoding } from '../../count/disk.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import { assertEffects } from '../../effect/assert-effects.ts'
import type { Effects } from '../../effect/handler.ts'
import type { Budget } from '../../ir/budget.ts'
import { isObject } from '../../ir/json.ts'
import { isTargetName, type TargetName, targetNames } from '../../ir/target-name.ts'
import type { Pass } from '../../pass/pass.ts'
import { Path } from '../../validate/path.ts'
import { suggest } from '../../validate/suggest.ts'
import type { LoadModule } from './module.ts'
import type { Plan } from './plan.ts'
import { assertPasses } from './schedule.ts'

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

const known = new Set([
  'target',
  'model',
  'budget',
  'whenIdle',
  'count',
  'plan',
  'agent',
  'run',
  'artifacts',
  'now',
  'allowImport',
  'missing',
  'onProviderError',
  'passes',
  'trace',
  'effects',
  'signal',
  'cache',
])

/** Names that other libraries have for an option. */
const otherNames: Readonly<Record<string, string>> = {
  maxTokens: 'budget',
  max_tokens: 'budget',
  maxInputTokens: 'budget',
  tokenBudget: 'budget',
  tokenLimit: 'budget',
  limit: 'budget',
  provider: 'target',
  format: 'target',
  agentName: 'agent',
  tokenizer: 'count',
  abortSignal: 'signal',
}

/** The option that another name stands for, or that a mistyped one is nearest to. */
const optionMeant = (key: string): string =>
  Object.hasOwn(otherNames, key) ? `did you mean '${otherNames[key]}'?` : suggest(key, [...known])

const missingPolicies = ['keep', 'empty', 'error']
const providerPolicies = ['fail', 'empty']

/** Rejects what no option of the front end may be. */
function assertFrontOptions(options: CompileOptions): void {
  const { agent, run, artifacts, now, allowImport, missing, onProviderError, effects, signal } = options
  if (allowImport !== undefined && typeof allowImport !== 'boolean' && typeof allowImport !== 'function')
    throw new TypeError(`allowImport must be true, false or a function, got ${typeof allowImport}`)
  if (agent !== undefined && typeof agent !== 'string')
    throw new TypeError('agent must be the name of an agent')
  if (run !== undefined) assertRun(run)
  if (
    artifacts !== undefined &&
    !(isObject(artifacts) && Object.values(artifacts).every(text => typeof text === 'string'))
  )
    throw new TypeError('artifacts must be an object of texts')
  if (now !== undefined && !Number.isFinite(now)) throw new TypeError('now must be milliseconds since 1970')
  if (missing !== undefined && !missingPolicies.includes(missing))
    throw new TypeError(`missing is one of ${missingPolicies.join(', ')}, not '${String(missing)}'`)
  if (effects !== undefined) assertEffects(effects, Path.named('effects'))
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw new TypeError('signal must be an AbortSignal')
  if (onProviderError !== undefined && !providerPolicies.includes(onProviderError))
    throw new TypeError(
      `onProviderError is one of ${providerPolicies.join(', ')}, not '${String(onProviderError)}'`,
    )
}

function assertCache(cache: CacheOption): void {
  if (cache === 'keep' || cache === 'mark') return
  if (!isObject(cache) || typeof cache.ttl !== 'string' || cache.ttl === '' || Object.keys(cache).length > 1)
    throw new TypeError("cache is 'keep', 'mark' or { ttl }, a lifetime in the provider's words: '5m', '1h'")
}

function assertRun(run: RunOptions): void {
  if (!isObject(run)) throw new TypeError('run must be an object')
  for (const key of Object.keys(run))
    if (key !== 'generateConfig' && key !== 'branch')
      throw new TypeError(`run has no '${key}'; there are generateConfig, branch`)
  if (run.branch !== undefined && typeof run.branch !== 'string')
    throw new TypeError('run.branch must be a dotted path')
  if (run.generateConfig !== undefined) assertConfig(run.generateConfig, Path.named('run.generateConfig'))
}

/** Rejects what is no option: a mistake of the program. */
export function assertOptions(options: CompileOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError('the options of compile must be an object')
  for (const key of Object.keys(options)) {
    if (!known.has(key))
      throw new TypeError(
        `compile has no option '${key}': ${`${optionMeant(key)} there are ${[...known].join(', ')}`.trim()}`,
      )
  }
  if (options.target !== undefined && !isTargetName(options.target)) {
    throw new TypeError(`target '${String(options.target)}' is none of ${targetNames.join(', ')}`)
  }
  if (options.model !== undefined && (typeof options.model !== 'string' || options.model === '')) {
    throw new TypeError('model must be the id of a model')
  }
  if (options.whenIdle !== undefined && options.whenIdle !== 'fill' && options.whenIdle !== 'fail') {
    throw new TypeError(`whenIdle is 'fill' or 'fail', not '${String(options.whenIdle)}'`)
  }
  readBudget(options.budget)
  if (options.passes !== undefined) assertPasses(options.passes)
  if (options.trace !== undefined && typeof options.trace !== 'boolean')
    throw new TypeError('trace must be true or false')
  if (options.cache !== undefined) assertCache(options.cache)
  assertFrontOptions(options)
  const { count } = options
  if (count !== undefined && typeof count?.count !== 'function')
    throw new TypeError('count must be a tokenizer: one of ctxc/count/o200k, or your own, { count(text) }')
  if (count?.encoding !== undefined && !isEncoding(count.encoding))
    throw new TypeError(
      `no encoding ${String(count.encoding)}: leave it out of the option count where it is the model's own tokenizer`,
    )
}
