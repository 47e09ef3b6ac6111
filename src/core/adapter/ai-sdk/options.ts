import { compileForm } from '../../compile/contract/assert-options.ts'
import type { CacheOption, CompileOptions } from '../../compile/contract/options.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { assertFunction, type Check, oneOf } from '../../form/check.ts'
import { readOptions } from '../../form/options.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { assertProtect } from '../assert-protect.ts'
import { type PolicyOptions, policyChecks } from '../policy-options.ts'
import type { DroppedMessage } from './dropped.ts'
import type { ContextReport } from './report.ts'

/** Options for compiling the context of an AI SDK app. */
export interface ContextOptions
  extends Pick<CompileOptions, 'budget' | 'modelRows' | 'whenIdle' | 'count' | 'bound' | 'protect'>,
    PolicyOptions {
  /**
   * Source of the provider's cache marks, as in `compile`. By default, `mark` applies if the provider caches only
   * marked content (as Claude does) and the app set no mark that the provider's package reads. Otherwise `keep`
   * applies: the app's marks are kept.
   */
  readonly cache?: CacheOption
  /**
   * Model whose limits and rules apply, if the AI SDK's provider and model id do not identify it: a deployment under
   * your own name, a proxy.
   */
  readonly model?: string
  /**
   * Reaction if no request can be made, for example because the budget is too small for the last message: throw a
   * `ContextError` (the default), or send the app's prompt unchanged. The report then has `ok: false`, and the reason
   * is among the result's warnings.
   */
  readonly onFailure?: 'throw' | 'send'
  /**
   * Called with every result (tokens, diagnostics, ledger, map) and the report of its call, before the call is made.
   */
  readonly onCompiled?: (result: Compiled<AISDKRequest>, report: ContextReport) => void
  /**
   * Called with the messages that a call does not send, each with its index and the reason; not called if all are sent.
   */
  readonly onDropped?: (messages: readonly DroppedMessage[]) => void
}

const { budget, modelRows, whenIdle, count, bound, cache, model, protect } = compileForm.takes

const takes = {
  ...{ budget, modelRows, whenIdle, count, bound, cache, model, protect, ...policyChecks },
  onFailure: oneOf(['throw', 'send'], "'throw' or 'send'"),
  onCompiled: assertFunction,
  onDropped: assertFunction,
} satisfies Record<keyof ContextOptions, Check>

/** Rejects unknown options, and options with a wrong value. `more`: options that only the calling function has. */
export function assertContextOptions(
  options: ContextOptions,
  of: string,
  more: Readonly<Record<string, Check>> = {},
): void {
  readOptions<ContextOptions>({ takes: { ...takes, ...more } }, options, of)
  assertProtect(options, of)
}
