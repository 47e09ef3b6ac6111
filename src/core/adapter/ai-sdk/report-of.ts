import { isObject } from '../../ir/json.ts'
import type { ContextReport } from './report.ts'

/** Result of `generateText`, or one of its steps. */
export interface Settled {
  readonly providerMetadata?: object | undefined
}

/** Result of `streamText`, whose metadata resolves when the stream has ended. */
export interface Streaming {
  readonly providerMetadata: PromiseLike<object | undefined>
}

/**
 * Returns the context report of a call whose model `contextCompiler` wraps: from a result or a step of `generateText`,
 * or, as a promise, from a result of `streamText`. Undefined if the model was not wrapped.
 *
 * @example
 * import { reportOf } from 'ctxc/ai-sdk'
 *
 * // const result = await generateText({ model: wrapLanguageModel({ model, middleware: contextCompiler() }), prompt })
 * const result = { providerMetadata: undefined }
 * console.log(reportOf(result)?.omitted.units ?? 'not wrapped')
 */
export function reportOf(result: Streaming): Promise<ContextReport | undefined>
export function reportOf(result: Settled): ContextReport | undefined
export function reportOf({
  providerMetadata,
}: Settled | Streaming): ContextReport | undefined | Promise<ContextReport | undefined> {
  return isPromise(providerMetadata)
    ? Promise.resolve(providerMetadata).then(reportIn)
    : reportIn(providerMetadata)
}

const isPromise = (value: unknown): value is PromiseLike<object | undefined> =>
  isObject(value) && typeof value.then === 'function'

function reportIn(metadata: object | undefined): ContextReport | undefined {
  const { ctxc } = (metadata ?? {}) as { readonly ctxc?: ContextReport }
  return ctxc
}
