import type { Compiled, WireNames } from '../../compile/contract/result.ts'
import { assertOptionsAlone } from '../../form/options.ts'
import { isObject } from '../../ir/json.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { addBetas } from '../../vendor/anthropic/write/betas.ts'
import type { AnsweredCalls, AnsweredRequest } from '../answered-calls.ts'
import type { ProtectedForms } from '../protected-forms.ts'
import { markOf } from '../values-of-call.ts'
import { addAnswerReport, type UnansweredReport } from './answer-report.ts'
import { AnswerTexts } from './answer-texts.ts'
import { type CallSetting, type CompiledCall, compileCall, createCallSetting } from './compile-call.ts'
import { assertContextOptions, type ContextOptions } from './options.ts'
import { type ModelVersion, toPrompt } from './prompt.ts'
import type { Warning } from './report.ts'
import { settingsOfCompiledCall } from './settings.ts'
import { stepReportOf, withStep } from './step-report.ts'
import { restoreToolName, toolChoiceToSend, toolsToSend } from './tools.ts'

/** Parameters of a model call, reduced to those that the middleware reads. */
export interface CallParams {
  readonly prompt: readonly object[]
  readonly tools?: readonly object[] | undefined
  readonly toolChoice?: object | undefined
  readonly providerOptions?: object | undefined
  readonly headers?: object | undefined
}

/** Model of the AI SDK, reduced to its identity. */
export interface CalledModel {
  readonly provider: string
  readonly modelId: string
  readonly specificationVersion?: string
}

/** Result of a model call without streaming. */
export interface GenerateResult {
  readonly content: readonly object[]
  readonly warnings: readonly object[]
  readonly usage?: object | undefined
  readonly providerMetadata?: object | undefined
}

/** Result of a streaming model call. */
export interface StreamResult {
  readonly stream: { readonly pipeThrough: (transform: never) => unknown }
}

/** Middleware for `wrapLanguageModel`. */
export interface ContextMiddleware {
  transformParams<Params extends CallParams>(call: {
    readonly params: Params
    readonly model: CalledModel
    readonly type?: string
  }): Promise<Params>
  wrapGenerate<Result extends GenerateResult>(call: {
    readonly doGenerate: () => PromiseLike<Result>
    readonly params: CallParams
  }): Promise<Result>
  wrapStream<Result extends StreamResult>(call: {
    readonly doStream: () => PromiseLike<Result>
    readonly params: CallParams
  }): Promise<Result>
}

/** State of a call while its model answers. */
interface Underway extends UnansweredReport, Pick<CompiledCall, 'startLater' | 'noteUsage'> {
  readonly names: WireNames
  readonly answered: AnsweredRequest
  readonly warnings: readonly Warning[]
}

/**
 * Compiles every prompt of a model: repairs damage, keeps to the budget, and keeps calls and results together, for any
 * provider. `providerMetadata.ctxc` of each result (`ContextReport`) reports on the context, and new losses
 * are also warnings of the result. One middleware may serve many conversations at a time.
 *
 * @example
 * import { contextCompiler } from 'ctxc/ai-sdk'
 *
 * // const model = wrapLanguageModel({ model: openai('gpt-5.4'), middleware: contextCompiler({ budget: 16_000 }) })
 * const middleware = contextCompiler({ budget: 16_000 })
 * console.log(Object.keys(middleware))
 */
export function contextCompiler(
  options: ContextOptions = {},
  ...others: readonly never[]
): ContextMiddleware {
  assertOptionsAlone(others, 'contextCompiler')
  assertContextOptions(options, 'contextCompiler')
  return middlewareOf(createCallSetting(options, 'contextCompiler'))
}

/** Returns the middleware whose calls have a setting. */
export function middlewareOf(setting: CallSetting): ContextMiddleware {
  const { calls } = setting
  const underway = new WeakMap<object, Underway>()
  const middleware: ContextMiddleware = {
    async transformParams({ params, model }) {
      const { prompt, ...around } = params
      const compiled = await compileCall(
        { input: { ...around, messages: prompt }, model, signal: signalIn(params) },
        setting,
      )
      const call = withStep(compiled, stepReportOf(prompt))
      const { result, request: answered, report, warnings, forms, nameOf, startLater, noteUsage } = call
      const { request, names, headers } = result
      const sent =
        request === null ? { ...params } : compiledParams(params, request, { names, forms, headers }, model)
      underway.set(sent, { names, result, answered, report, nameOf, warnings, startLater, noteUsage })
      return sent
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate()
      const call = underway.get(params)
      if (call === undefined) return result
      call.startLater(true, new AnswerTexts(result.content).texts)
      call.noteUsage(result.usage)
      const reported = withReport(result, call)
      return { ...reported, content: reported.content.map(part => keepCall(part, call, calls)) }
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream()
      const call = underway.get(params)
      if (call === undefined) return result
      const answer = new AnswerTexts()
      const told = new TransformStream<unknown, unknown>({
        transform(part, controller) {
          answer.add(part)
          if (isObject(part) && part.type === 'finish') call.noteUsage(part.usage)
          controller.enqueue(keepCall(addReportToPart(part, call), call, calls))
        },
        flush: () => call.startLater(true, answer.texts),
      })
      return { ...result, stream: result.stream.pipeThrough(told as never) }
    },
  }
  calls.attachTo(middleware)
  return middleware
}

/**
 * Keeps the request that a part of an answer belongs to, if the part is a call that needs it. A call of a tool that gets
 * real values is returned with a mark of the request, because it may wait for an approval until another process runs it.
 */
function keepCall<T>(part: T, { answered }: Underway, calls: AnsweredCalls): T {
  if (!isObject(part) || part.type !== 'tool-call') return part
  const { toolCallId: id, toolName: name } = part
  if (typeof id !== 'string' || typeof name !== 'string') return part
  calls.keep([{ id, name }], answered)
  if (!calls.reveals(name) || answered.values === null) return part
  const metadata = isObject(part.providerMetadata) ? part.providerMetadata : {}
  return { ...part, providerMetadata: { ...metadata, ...markOf(answered) } }
}

/** Returns the signal that aborts a call, if the app gave one. */
function signalIn({ abortSignal }: CallParams & { readonly abortSignal?: unknown }): AbortSignal | undefined {
  return abortSignal instanceof AbortSignal ? abortSignal : undefined
}

/** Returns a call's parameters, with the prompt and the settings of its compiled request. */
function compiledParams<Params extends CallParams>(
  params: Params,
  request: AISDKRequest,
  { names, forms, headers }: Pick<Compiled, 'names' | 'headers'> & { readonly forms: ProtectedForms | null },
  { specificationVersion }: CalledModel,
): Params {
  const isProtected = forms !== null
  const tools = toolsToSend(request, { names, isProtected }, params.tools)
  const settings = settingsOfCompiledCall(request, params)
  const toolChoice = toolChoiceToSend(request, params.toolChoice)
  return {
    ...params,
    ...(forms === null ? settings : forms.declared({ providerOptions: params.providerOptions, ...settings })),
    prompt: toPrompt(request, (specificationVersion ?? 'v4') as ModelVersion),
    ...(tools !== undefined && { tools }),
    ...(Object.keys(headers).length > 0 && { headers: addBetas(params.headers, headers) }),
    ...('toolChoice' in params && { toolChoice }),
    ...(isProtected && 'responseFormat' in params && { responseFormat: request.responseFormat }),
  }
}

/** Returns a result with the report of its call. Its tool calls get the names that the program gave to the tools. */
function withReport<Result extends GenerateResult>(result: Result, call: Underway): Result {
  const { report, warnings } = addAnswerReport(call, result.providerMetadata)
  return {
    ...result,
    content: result.content.map(part => restoreToolName(part, call.names)),
    warnings: [...result.warnings, ...call.warnings, ...warnings],
    providerMetadata: { ...result.providerMetadata, ctxc: report },
  }
}

/**
 * Returns a part of the answer's stream. The first part is returned with the warnings, the last part with the report.
 */
function addReportToPart(part: unknown, call: Underway): unknown {
  const { names, warnings } = call
  if (!isObject(part)) return part
  if (part.type === 'stream-start') {
    const own = Array.isArray(part.warnings) ? part.warnings : []
    return { ...part, warnings: [...own, ...warnings] }
  }
  if (part.type === 'finish') {
    const metadata = isObject(part.providerMetadata) ? part.providerMetadata : {}
    const { report } = addAnswerReport(call, metadata)
    return { ...part, providerMetadata: { ...metadata, ctxc: report } }
  }
  return restoreToolName(part, names)
}
