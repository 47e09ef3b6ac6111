import { type CallModelInputFilter, type FunctionTool, tool } from '@openai/agents-core'
import { isObject } from '../../ir/json.ts'
import { type AdapterExpandOptions, AnsweredCalls } from '../answered-calls.ts'

/**
 * Makes a tool with which a model reads the whole of a text that `.compact({ expand: 'tool' })` or
 * `.compact({ at: 'arrival' })` compacted, or with `find` only the parts around some words. Pass the filter of
 * `contextCompiler`, and add the tool to the agent's tools. A call is answered from the newest request of its run,
 * which the run's `context` object identifies. If several conversations run with the same object, calls get a
 * sentence that says that nothing can be shown. It never throws for a call.
 *
 * Throws a TypeError if `compiler` is not a filter of `contextCompiler`, or if its tool has another name already.
 *
 * @example
 * import { Agent, Runner } from '@openai/agents-core'
 * import { C } from 'ctxc'
 * import { contextCompiler, expandTool } from 'ctxc/openai-agents'
 *
 * const filter = contextCompiler({ context: C.all().compact({ at: 'arrival' }) })
 * const agent = new Agent({ name: 'clerk', model: 'gpt-5.4', tools: [expandTool(filter)] })
 * const runner = new Runner({ callModelInputFilter: filter })
 * console.log(agent.tools.length, typeof runner.run) // 1 function
 */
export function expandTool(compiler: CallModelInputFilter, options: AdapterExpandOptions = {}): FunctionTool {
  const [calls, { name, description = '', parameters }] = AnsweredCalls.ofExpandTool(compiler, options)
  return tool({
    name,
    description,
    parameters: { ...parameters, additionalProperties: true } as never,
    strict: false,
    execute: (input, run) => calls.answer(input, { run: isObject(run) ? run.context : undefined }),
  }) as FunctionTool
}
