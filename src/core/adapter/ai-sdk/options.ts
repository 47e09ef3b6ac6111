import { readBudget } from '../../agent/read-budget.ts'
import type { CacheOption, CompileOptions } from '../../compile/contract/options.ts'
import type { Compiled } from '../../compile/contract/result.ts'
import { assertOptionNames } from '../../form/assert-option-names.ts'
import { describe } from '../../form/describe.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { assertProtect } from '../assert-protect.ts'
import { type PolicyOptions, policyOptions } from '../policy-options.ts'
import type { DroppedMessage } from './dropped.ts'
import type { ContextReport } from './report.ts'

/** Options for compiling the context of an AI SDK app. */
export interface ContextOptions
  extends Pick<CompileOptions, 'budget' | 'modelRows' | 'whenIdle' | 'count' | 'bound' | 'protect'>,
    PolicyOptions {
  /**
   * Source of the provider's cache marks, as in `compile`. By default, a call gets marks (`mark`) if its provider caches only
   * what is marked, as for Claude, and the app set no mark that the provider's package reads; else the app's marks are
   * kept (`keep`).
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
  /** Called with every result (tokens, diagnostics, ledger, map) and the report of its call, before the call is made. */
  readonly onCompiled?: (result: Compiled<AISDKRequest>, report: ContextReport) => void
  /**
   * Called with the messages that a call does not send, each with its index and the reason; not called if all are sent.
   */
  readonly onDropped?: (messages: readonly DroppedMessage[]) => void
}

const known = [
  'budget',
  'modelRows',
  'whenIdle',
  'count',
  'bound',
  'cache',
  'model',
  'onFailure',
  'onCompiled',
  'onDropped',
  'protect',
  ...policyOptions,
]

/** Rejects unknown options and a malformed budget, which are mistakes of the program. `compile` checks its other options. */
export function assertContextOptions(
  options: ContextOptions,
  of: string,
  more: readonly string[] = [],
): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`the options of ${of} must be an object, got ${describe(options)}`)
  assertOptionNames(options, [...known, ...more], of)
  const { onFailure } = options
  readBudget(options.budget)
  assertProtect(options, of)
  if (onFailure !== undefined && onFailure !== 'throw' && onFailure !== 'send')
    throw new TypeError(`onFailure must be 'throw' or 'send', got ${describe(onFailure)}`)
  for (const name of ['onCompiled', 'onDropped', 'waitUntil'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw new TypeError(`${name} must be a function`)
}
