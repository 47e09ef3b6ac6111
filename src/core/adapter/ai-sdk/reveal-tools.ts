import { argumentsSchema, makeAISDKTool } from '../../agent/read-ai-sdk-tool.ts'
import { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import { fromAISDK } from '../../vendor/ai-sdk/read/ai-sdk.ts'
import { readSchema } from '../../vendor/ai-sdk/read/schema.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { type RevealedArguments, readRevealed } from '../revealed-arguments.ts'
import { runAndHide } from '../run-revealed.ts'
import { revealInCall } from '../values-of-call.ts'
import type { ToolCallOptions } from './expand-tool.ts'
import type { ContextMiddleware } from './middleware.ts'
import type { compileStep } from './step.ts'

/** Tool of the AI SDK, reduced to the function that runs it. */
interface RunnableTool extends Readonly<Record<string, unknown>> {
  readonly execute?: (input: unknown, options: ToolCallOptions) => unknown
}

/**
 * Returns tools of which some get real values in place of placeholders such as `[secret:email:1]`. Pass the middleware
 * of `contextCompiler`, or the function of `compileStep`, whose `protect` hides the values from the model, and name the
 * arguments. An argument is revealed if it consists of one placeholder that the model was shown.
 *
 * Only `execute` gets the values: they are replaced again in its result, its error and each piece of a streamed result.
 * The messages, streams and telemetry of the app keep the placeholders, and so do approvals. A call that waits for an
 * approval may run in another process: its values are read from the messages of the call. If these messages are not
 * the ones that the model was shown, the tool gets the placeholder.
 *
 * Throws a TypeError for an object that no function of this module made, and for an unknown tool or argument.
 *
 * @example
 * import { contextCompiler, revealTools } from 'ctxc/ai-sdk'
 * import { redact } from 'ctxc/protect'
 * import { tool } from 'ai'
 * import { z } from 'zod'
 *
 * const context = contextCompiler({ protect: [redact({ pii: ['email'] })] })
 * const send_email = tool({
 *   inputSchema: z.object({ to: z.string(), text: z.string() }),
 *   execute: ({ to }) => `sent to ${to}`, // the real address; the model reads: sent to [secret:email:1]
 * })
 * const tools = revealTools(context, { send_email }, { send_email: ['to'] })
 * // generateText({ model: wrapLanguageModel({ model, middleware: context }), tools, prompt })
 * console.log(Object.keys(tools)) // [ 'send_email' ]
 */
export function revealTools<Tools extends Readonly<Record<string, object>>>(
  context: ContextMiddleware | ReturnType<typeof compileStep>,
  tools: Tools,
  revealed: RevealedArguments<keyof Tools & string>,
): Tools {
  const calls = AnsweredCalls.attachedTo(
    context,
    'revealTools',
    'pass what contextCompiler or compileStep of the same module returned',
  )
  const list = readRevealed(revealed, Object.keys(tools), name => {
    const tool = tools[name] as RunnableTool
    return makeAISDKTool(name, tool, readSchema(argumentsSchema(tool)))
  })
  const wrapped = list.map(([name, reveal]) => {
    const tool = tools[name] as RunnableTool
    const { execute } = tool
    if (execute === undefined)
      throw Path.named('revealTools').in(name).wrong('has no execute', {
        help: 'only a function of the app can get real values',
      })
    calls.addRevealed(name, reveal)
    const executeRevealed = (input: unknown, options: ToolCallOptions): unknown => {
      const found = revealInCall(calls, options.toolCallId, input, reveal, () => beforeCall(options))
      return found === null
        ? execute.call(tool, input, options)
        : runAndHide(() => execute.call(tool, found.input, options), found.hide)
    }
    return [name, { ...tool, execute: executeRevealed }] as const
  })
  return { ...tools, ...Object.fromEntries(wrapped) }
}

/** Returns the conversation before a call. A call that was approved later is among its messages itself. */
function beforeCall({ toolCallId: id, messages = [] }: ToolCallOptions) {
  const at = messages.findLastIndex(message => partOfCall(message, 'tool-call', id) !== undefined)
  // Some servers number the calls of each answer, so an earlier call may have the id: it has a result.
  const isEarlier = messages.slice(at).some(message => partOfCall(message, 'tool-result', id) !== undefined)
  if (at === -1 || isEarlier) return { conversation: fromAISDK({ messages }), mark: undefined }
  return {
    conversation: fromAISDK({ messages: messages.slice(0, at) }),
    mark: partOfCall(messages[at], 'tool-call', id)?.providerOptions,
  }
}

/** Returns the part of a message that is a call with an id, or the call's result. */
const partOfCall = (
  message: unknown,
  type: 'tool-call' | 'tool-result',
  id: string,
): Readonly<Record<string, unknown>> | undefined =>
  isObject(message) && Array.isArray(message.content)
    ? message.content.find(part => isObject(part) && part.type === type && part.toolCallId === id)
    : undefined
