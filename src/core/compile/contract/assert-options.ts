import { configField } from '../../agent/generate-config.ts'
import { budgetField } from '../../agent/read-budget.ts'
import { boundNames } from '../../count/bounds.ts'
import { isEncoding } from '../../count/disk.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import { assertEffects } from '../../effect/assert-effects.ts'
import {
  type Check,
  check,
  isText,
  objectCheck,
  oneOf,
  signal,
  trueOrFalse,
  withMethods,
} from '../../form/check.ts'
import type { About } from '../../form/declaration-error.ts'
import { describe } from '../../form/describe.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { modelId, protections } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import { isTargetName, type TargetName, targetNames } from '../../ir/target-name.ts'
import { checkOwner } from '../../session/owner.ts'
import { assertModelRows } from '../../target/rows/assert-rows.ts'
import { nearest } from '../../text/nearest.ts'
import { didYouMean } from '../../text/suggest.ts'
import type { CompileOptions, RunOptions } from './options.ts'
import { assertPasses } from './schedule.ts'

/** Target to suggest in error messages for the name of a vendor or a model. */
const vendorTargets: Readonly<Record<string, TargetName>> = {
  claude: 'anthropic',
  google: 'gemini',
  vertex: 'gemini',
  gpt: 'openai',
  chat: 'openai-chat',
  vercel: 'ai-sdk',
}

/** Returns a "did you mean" question for a mistyped target; '' if no target has a similar name. */
function didYouMeanTarget(target: unknown): string {
  if (typeof target !== 'string') return ''
  const own = Object.hasOwn(vendorTargets, target) ? (vendorTargets[target] as string) : null
  return didYouMean(own ?? nearest(target, targetNames))
}

const checkTarget: Check = (value, at) => {
  if (!isTargetName(value))
    throw at.wrong(
      `must be one of ${targetNames.join(', ')}, got ${describe(value)}`,
      helpOrNothing(didYouMeanTarget(value)),
    )
}

const helpOrNothing = (help: string): About => (help === '' ? {} : { help })

const checkTokenCounter: Check = (value, at) => {
  withMethods('a tokenizer: one of ctxc/count/o200k, or an object { count(text) }', 'count')(value, at)
  const { encoding } = value as TokenCounter
  if (encoding !== undefined && !isEncoding(encoding))
    throw at.in('encoding').wrong(`must be the name of a built-in encoding, got ${describe(encoding)}`, {
      help: 'omit it for another tokenizer',
    })
}

const isTtl = (cache: unknown): boolean =>
  isObject(cache) && typeof cache.ttl === 'string' && cache.ttl !== '' && Object.keys(cache).length === 1

/** Check of the options of `compile`, in the order in which errors list the options. */
export const compileForm: OptionsForm<CompileOptions> = {
  takes: {
    target: checkTarget,
    model: modelId,
    modelRows: assertModelRows,
    budget: budgetField.check,
    whenIdle: oneOf(['fill', 'fail'], "'fill' or 'fail'"),
    count: checkTokenCounter,
    bound: oneOf(boundNames),
    // The plan is not checked here, because a diagnostic reports an invalid plan.
    plan: acceptAnyValue,
    protect: protections,
    memory: check(
      'a store of memories: { id, search }',
      store => isObject(store) && isText(store.id) && typeof store.search === 'function',
    ),
    owner: checkOwner,
    agent: check('the name of an agent', isText),
    run: objectCheck({
      generateConfig: configField.check,
      branch: check('a dotted path', isText),
    } satisfies Record<keyof RunOptions, Check>),
    artifacts: check('an object of texts', texts => isObject(texts) && Object.values(texts).every(isText)),
    now: check('milliseconds since 1970', Number.isFinite),
    allowImport: check('true, false or a function', allowed =>
      ['boolean', 'function'].includes(typeof allowed),
    ),
    missing: oneOf(['keep', 'empty', 'error']),
    onProviderError: oneOf(['fail', 'empty']),
    passes: assertPasses,
    trace: trueOrFalse,
    effects: assertEffects,
    signal,
    cache: check(
      "'keep', 'mark' or { ttl }, such as { ttl: '5m' } or { ttl: '1h' }",
      cache => cache === 'keep' || cache === 'mark' || isTtl(cache),
    ),
  },
  advice: {
    context:
      'give the policy to the agent, as agent({ context }); lists of messages take it in createConversationCompiler',
    waitUntil: 'await resolveWants(result, { effects }) after the answer',
    storage:
      'lists of messages take it in createConversationCompiler; keep the events of a session in a store',
  },
}

/** Throws a TypeError for unknown options and invalid values. `of` is the function to which the options were passed. */
export function assertOptions(given: unknown, of: string | Path = 'compile'): void {
  readOptions(compileForm, given, of)
}

/** Rejects a memory store without an owner, and an owner without a memory store. */
export function assertMemoryOwner({
  memory,
  owner,
}: {
  readonly memory?: unknown
  readonly owner?: unknown
}): void {
  if ((memory === undefined) !== (owner === undefined))
    throw Path.named('memory and owner').wrong('are given together', { help: 'whose memories are searched' })
}
