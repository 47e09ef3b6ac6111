import type { AgentMiddleware } from 'langchain'
import { Path } from '../../form/path.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { type RevealedArguments, readRevealed } from '../revealed-arguments.ts'
import { runAndHide } from '../run-revealed.ts'
import { revealInCall } from '../values-of-call.ts'
import { callOf } from './call-of.ts'
import { copyOf } from './copy-of.ts'
import { Declarations } from './tools.ts'

/** Tool of LangChain, reduced to the method that runs it. */
interface RunnableTool {
  readonly name?: unknown
  readonly _call?: (input: unknown, manager: unknown, config: unknown) => unknown
}

/**
 * Returns tools of which some get real values in place of placeholders such as `[secret:email:1]`. Pass the middleware
 * of `contextCompiler`, whose `protect` hides the values from the model, and name the arguments. An argument is revealed
 * if it consists of one placeholder that the model was shown.
 *
 * Only the function of the tool gets the values: they are replaced again in its result, its artifact, its error and each
 * piece of a streamed result. The messages of the agent, its checkpoints and its tracers keep the placeholders. A call
 * that waits for a person may run in another process: its values are read from the messages of the agent's state. If
 * these are not the ones that the model was shown, the tool gets the placeholder.
 *
 * Throws a TypeError for an object that is no middleware of `contextCompiler`, and for an unknown tool or argument.
 *
 * @example
 * import { contextCompiler, revealTools } from 'ctxc/langchain'
 * import { redact } from 'ctxc/protect'
 * import { tool } from 'langchain'
 * import { z } from 'zod'
 *
 * const context = contextCompiler({ protect: [redact({ pii: ['email'] })] })
 * const send = tool(({ to }) => `sent to ${to}`, {
 *   name: 'send_email',
 *   description: 'Sends an e-mail.',
 *   schema: z.object({ to: z.string(), text: z.string() }),
 * })
 * const tools = revealTools(context, [send], { send_email: ['to'] })
 * // createAgent({ model, tools, middleware: [context] })
 * console.log(tools.map(({ name }) => name)) // [ 'send_email' ]
 */
export function revealTools<Tools extends readonly object[]>(
  context: AgentMiddleware,
  tools: Tools,
  revealed: RevealedArguments,
): Tools {
  const calls = AnsweredCalls.attachedTo(
    context,
    'revealTools',
    'pass what contextCompiler of the same module returned',
  )
  const byName = new Map(tools.map(tool => [(tool as RunnableTool).name as string, tool as RunnableTool]))
  const list = readRevealed(revealed, [...byName.keys()], name =>
    new Declarations('openai-chat').of(byName.get(name) as object),
  )
  const wrapped = new Map(
    list.map(([name, reveal]) => {
      const tool = byName.get(name) as RunnableTool
      const run = tool._call
      if (run === undefined)
        throw Path.named('revealTools').in(name).wrong('has no function', {
          help: 'only a tool that the app runs can get real values',
        })
      calls.addRevealed(name, reveal)
      const runRevealed = (input: unknown, manager: unknown, config: unknown): unknown => {
        const { id, before } = callOf(config)
        const found = revealInCall(calls, id, input, reveal, before)
        return found === null
          ? run.call(tool, input, manager, config)
          : runAndHide(() => run.call(tool, found.input, manager, config), found.hide)
      }
      return [tool, copyOf(tool, { _call: runRevealed })] as const
    }),
  )
  return tools.map(tool => wrapped.get(tool) ?? tool) as unknown as Tools
}
