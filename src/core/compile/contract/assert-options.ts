import { assertConfig } from '../../agent/assert.ts'
import { readBudget } from '../../agent/read-budget.ts'
import { isEncoding } from '../../count/disk.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import { assertEffects } from '../../effect/assert-effects.ts'
import { assertOptionNames } from '../../form/assert-option-names.ts'
import { describe } from '../../form/describe.ts'
import { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import { isProtection } from '../../ir/protection.ts'
import { isTargetName, type TargetName, targetNames } from '../../ir/target-name.ts'
import { assertOwner } from '../../session/owner.ts'
import { assertModelRows } from '../../target/rows/assert-rows.ts'
import { nearest } from '../../text/nearest.ts'
import { didYouMean } from '../../text/suggest.ts'
import type { CacheOption, CompileOptions, RunOptions } from './options.ts'
import { assertPasses } from './schedule.ts'

type Option = keyof CompileOptions

/** A check of an option's value. Throws a TypeError for an invalid one. */
type Check<Value> = (value: Value) => void

/** Returns a check that throws a message unless a test passes. */
const holds =
  <Value>(message: string, is: (value: Value) => boolean): Check<Value> =>
  value => {
    if (!is(value)) throw new TypeError(message)
  }

/** Returns a check that throws unless the value is one of some words. */
const oneOf =
  (option: Option, words: readonly string[]): Check<string> =>
  value => {
    if (!words.includes(value))
      throw new TypeError(`${option} must be one of ${words.join(', ')}, got ${describe(value)}`)
  }

const isText = (value: unknown): boolean => typeof value === 'string'

/** Names of vendors and models by the target that they mean. */
const vendorTargets: Readonly<Record<string, TargetName>> = {
  claude: 'anthropic',
  google: 'gemini',
  vertex: 'gemini',
  gpt: 'openai',
  chat: 'openai-chat',
  vercel: 'ai-sdk',
}

/** Returns a question with the target that a name means; '' if none is near. */
function questionOf(target: unknown): string {
  if (typeof target !== 'string') return ''
  const own = Object.hasOwn(vendorTargets, target) ? (vendorTargets[target] as string) : null
  const question = didYouMean(own ?? nearest(target, targetNames))
  return question === '' ? '' : `: ${question}`
}

/** The check of each option, in the order in which errors list the options. */
const checks: { readonly [Name in Option]-?: Check<NonNullable<CompileOptions[Name]>> } = {
  target(target) {
    if (!isTargetName(target))
      throw new TypeError(
        `target must be one of ${targetNames.join(', ')}, got ${describe(target)}${questionOf(target)}`,
      )
  },
  model(model) {
    if (!isText(model) || (model as unknown) === '')
      throw new TypeError(`model must be the id of a model, got ${describe(model)}`)
  },
  modelRows: rows => assertModelRows(rows, Path.named('modelRows')),
  budget: readBudget,
  whenIdle(reaction) {
    if (reaction !== 'fill' && reaction !== 'fail')
      throw new TypeError(`whenIdle must be 'fill' or 'fail', got ${describe(reaction)}`)
  },
  count: assertCount,
  bound: oneOf('bound', ['measured', 'proven']),
  // An invalid plan is reported by a diagnostic.
  plan: () => {},
  protect: holds(
    'protect must be a list of results of functions of ctxc/protect',
    value => Array.isArray(value) && value.every(isProtection),
  ),
  memory: holds(
    'memory must be a store of memories: { id, search }',
    store => isText(store?.id) && typeof store?.search === 'function',
  ),
  owner: owner => assertOwner(owner),
  agent: holds('agent must be the name of an agent', isText),
  run: assertRun,
  artifacts: holds(
    'artifacts must be an object of texts',
    texts => isObject(texts) && Object.values(texts).every(isText),
  ),
  now: holds('now must be milliseconds since 1970', Number.isFinite),
  allowImport(allowed) {
    if (typeof allowed !== 'boolean' && typeof allowed !== 'function')
      throw new TypeError(`allowImport must be true, false or a function, got ${typeof allowed}`)
  },
  missing: oneOf('missing', ['keep', 'empty', 'error']),
  onProviderError: oneOf('onProviderError', ['fail', 'empty']),
  passes: assertPasses,
  trace: holds('trace must be true or false', trace => typeof trace === 'boolean'),
  effects: effects => assertEffects(effects, Path.named('effects')),
  signal: holds('signal must be an AbortSignal', signal => typeof signal?.addEventListener === 'function'),
  cache: assertCache,
}

const known = Object.keys(checks)

function assertCount(count: TokenCounter): void {
  if (typeof count?.count !== 'function')
    throw new TypeError('count must be a tokenizer: one of ctxc/count/o200k, or an object { count(text) }')
  if (count.encoding !== undefined && !isEncoding(count.encoding))
    throw new TypeError(
      `count.encoding must be the name of a built-in encoding, got ${describe(count.encoding)}: omit it for another tokenizer`,
    )
}

function assertCache(cache: CacheOption): void {
  if (cache === 'keep' || cache === 'mark') return
  if (!isObject(cache) || typeof cache.ttl !== 'string' || cache.ttl === '' || Object.keys(cache).length > 1)
    throw new TypeError(
      `cache must be 'keep', 'mark' or { ttl }, such as { ttl: '5m' } or { ttl: '1h' }, got ${describe(cache)}`,
    )
}

function assertRun(run: RunOptions): void {
  if (!isObject(run)) throw new TypeError(`run must be an object, got ${describe(run)}`)
  for (const key of Object.keys(run))
    if (key !== 'generateConfig' && key !== 'branch')
      throw new TypeError(`run has no '${key}': use one of generateConfig, branch`)
  if (run.branch !== undefined && typeof run.branch !== 'string')
    throw new TypeError('run.branch must be a dotted path')
  if (run.generateConfig !== undefined) assertConfig(run.generateConfig, Path.named('run.generateConfig'))
}

/** Advice for what is no option of `compile`, but of others. */
const elsewhere: Readonly<Record<string, string>> = {
  context:
    'give the policy to the agent, as agent({ context }); lists of messages take it in createConversationCompiler',
  waitUntil: 'await resolveWants(result, { effects }) after the answer',
  storage: 'lists of messages take it in createConversationCompiler; keep the events of a session in a store',
}

/** Throws a TypeError for unknown options and invalid values. */
export function assertOptions(options: CompileOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`the options of compile must be an object, got ${describe(options)}`)
  assertOptionNames(options, known, 'compile', elsewhere)
  for (const [option, check] of Object.entries(checks)) {
    const given = options[option as Option]
    if (given !== undefined) (check as Check<unknown>)(given)
  }
}

/** Rejects a store of memories without an owner, and an owner without a store. */
export function assertMemoryOwner({
  memory,
  owner,
}: {
  readonly memory?: unknown
  readonly owner?: unknown
}): void {
  if ((memory === undefined) !== (owner === undefined))
    throw new TypeError('memory and owner are given together: whose memories are searched')
}
