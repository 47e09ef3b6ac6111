import { type DynamicStructuredTool, tool } from '@langchain/core/tools'
import type { AgentMiddleware } from 'langchain'
import { type AdapterExpandOptions, AnsweredCalls } from '../answered-calls.ts'
import { callOf } from './call-of.ts'

/** Tool that returns the text behind a handle, in the form of LangChain. */
export type LangChainExpandTool = DynamicStructuredTool

/**
 * Makes a tool with which a model reads the whole of a text that `.compact({ expand: 'tool' })` or
 * `.compact({ at: 'arrival' })` compacted, or with `find` only the parts around some words. Pass the middleware of
 * `contextCompiler`, and add the tool to the agent's tools. A model's call is answered from the very request that the
 * model saw, so conversations are never confused. It never throws for a call: a handle that is unknown, for example
 * after a restart, gets a sentence that says so.
 *
 * Throws a TypeError if `context` is not a middleware of `contextCompiler`, or if its tool has another name already.
 *
 * @example
 * import { C } from 'ctxc'
 * import { contextCompiler, expandTool } from 'ctxc/langchain'
 *
 * const context = contextCompiler({ context: C.all().compact({ at: 'arrival' }) })
 * // createAgent({ model, tools: [...tools, expandTool(context)], middleware: [context] })
 * console.log(expandTool(context).name) // expand
 */
export function expandTool(
  context: AgentMiddleware,
  options: AdapterExpandOptions = {},
): LangChainExpandTool {
  const [calls, { name, description = '', parameters }] = AnsweredCalls.ofExpandTool(context, options)
  return tool(
    (input: unknown, config: unknown) => {
      const { id, before } = callOf(config)
      return calls.answer(input, { id, before: () => before().conversation })
    },
    { name, description, schema: parameters as never },
  ) as unknown as LangChainExpandTool
}
