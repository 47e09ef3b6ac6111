import { fromAISDK } from '../../vendor/ai-sdk/read/ai-sdk.ts'
import type { ToolSchema } from '../../vendor/ai-sdk/write/request.ts'
import { toolSchema } from '../../vendor/ai-sdk/write/schema.ts'
import { type AdapterExpandOptions, AnsweredCalls } from '../answered-calls.ts'
import type { ContextMiddleware } from './middleware.ts'
import type { compileStep } from './step.ts'

/** Options that the AI SDK passes to a tool, reduced to those that are read. */
export interface ToolCallOptions {
  readonly toolCallId: string
  /** Messages that the model answered with the call. */
  readonly messages?: readonly object[]
}

/** Expand tool in the form of the AI SDK. */
export interface AISDKExpandTool {
  readonly description: string
  readonly inputSchema: ToolSchema
  /** Returns the whole text, the parts that have the sought words, or a sentence that explains why there is none. */
  execute(input: unknown, options: ToolCallOptions): string
}

/**
 * Makes a tool with which a model reads the whole of a text that `.compact({ expand: 'tool' })` or
 * `.compact({ at: 'arrival' })` compacted, or with `find` only the parts around some words. Pass the middleware of
 * `contextCompiler`, or from version 7 of the AI SDK on the function of `compileStep`, and give the tool to the AI
 * SDK under the name `expand`, or under the `name` that you choose. A model's call is answered from the very request
 * that the model saw, so conversations are never confused. It never throws for a call: a handle that is unknown, for
 * example after a restart, gets a sentence that says so.
 *
 * Throws a TypeError if `context` is neither of the two, or if its tool has another name already.
 *
 * @example
 * import { C } from 'ctxc'
 * import { contextCompiler, expandTool } from 'ctxc/ai-sdk'
 *
 * const context = contextCompiler({ context: C.all().compact({ at: 'arrival' }) })
 * // generateText({ model: wrapLanguageModel({ model, middleware: context }), tools: { ...tools, expand: expandTool(context) } })
 * console.log(expandTool(context).description)
 */
export function expandTool(
  context: ContextMiddleware | ReturnType<typeof compileStep>,
  options: AdapterExpandOptions = {},
): AISDKExpandTool {
  const [calls, { description = '', parameters }] = AnsweredCalls.ofExpandTool(context, options)
  return {
    description,
    inputSchema: toolSchema(parameters as Record<string, unknown>),
    execute: (input, { toolCallId, messages }) =>
      calls.answer(input, {
        ...{ id: toolCallId, messages },
        before: () => fromAISDK({ messages: messages ?? [] }),
      }),
  }
}
