import type { FunctionTool, Model, ModelProvider } from '@openai/agents-core'
import type { Reveal } from '../../agent/reveal.ts'
import { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'
import { parseJson } from '../../text/json.ts'
import { readTool } from '../../vendor/openai/read/agent.ts'
import { AnsweredCalls, type AnsweredRequest } from '../answered-calls.ts'
import { type RevealedArguments, readRevealed } from '../revealed-arguments.ts'
import { runAndHide } from '../run-revealed.ts'

type Invoke = FunctionTool['invoke']

/** Arguments in which tools that `revealTools` returned get real values. */
const known = new WeakMap<object, readonly Reveal[]>()

/** Returns the arguments in which a tool gets real values; undefined if it gets none. */
export const revealOf = (tool: unknown): readonly Reveal[] | undefined =>
  isObject(tool) ? known.get(tool) : undefined

/**
 * Returns tools of which some get real values in place of placeholders such as `[secret:email:1]`. Pass the model or the
 * provider of models that `protectedModel` returned, and name the arguments. An argument is revealed if it consists of
 * one placeholder that the model was shown.
 *
 * Only the function of the tool gets the values: they are replaced again in its result and its error. The items of the
 * run, its session and its traces keep the placeholders. After a restart, or in another process, the model does not know
 * the call, and the tool gets the placeholder.
 *
 * Throws a TypeError for an object that `protectedModel` did not return, and for an unknown tool or argument.
 *
 * @example
 * import { Agent, tool } from '@openai/agents-core'
 * import { OpenAIProvider } from '@openai/agents-openai'
 * import { protectedModel, revealTools } from 'ctxc/openai-agents'
 * import { redact } from 'ctxc/protect'
 * import { z } from 'zod'
 *
 * const modelProvider = protectedModel(new OpenAIProvider({ apiKey: 'none' }), { protect: [redact({ pii: ['email'] })] })
 * const send = tool({
 *   name: 'send_email',
 *   description: 'Sends an e-mail.',
 *   parameters: z.object({ to: z.string(), text: z.string() }),
 *   execute: ({ to }) => `sent to ${to}`,
 * })
 * const tools = revealTools(modelProvider, [send], { send_email: ['to'] })
 * const agent = new Agent({ name: 'clerk', tools })
 * console.log(agent.tools.length) // 1
 */
export function revealTools<Tools extends readonly object[]>(
  model: Model | ModelProvider,
  tools: Tools,
  revealed: RevealedArguments,
): Tools {
  const calls = AnsweredCalls.attachedTo(model, 'revealTools', 'pass what protectedModel returned')
  const byName = new Map(tools.map(tool => [(tool as FunctionTool).name, tool as FunctionTool]))
  const list = readRevealed(revealed, [...byName.keys()], name => readTool('openai', byName.get(name)))
  const wrapped = new Map<object, FunctionTool>(
    list.map(([name, reveal]) => {
      const tool = byName.get(name) as FunctionTool
      if (typeof tool.invoke !== 'function')
        throw Path.named('revealTools').in(name).wrong('has no function', {
          help: 'only a tool that the app runs can get real values',
        })
      calls.addRevealed(name, reveal)
      const invoke: Invoke = async (context, input, details) => {
        const values = requestOfCall(calls, context, details?.toolCall)?.values
        const found = values?.revealArguments(parseJson(input), reveal) ?? null
        if (found === null) return tool.invoke(context, input, details)
        const run = (): unknown => tool.invoke(context, JSON.stringify(found.input), withoutReports(details))
        return (await runAndHide(run, found.hide)) as string
      }
      const fields = Object.getOwnPropertyDescriptors(tool)
      const made: FunctionTool = Object.defineProperties({} as FunctionTool, {
        ...fields,
        invoke: { ...fields.invoke, value: invoke },
      })
      known.set(made, reveal)
      return [tool, made] as const
    }),
  )
  return tools.map(tool => wrapped.get(tool) ?? tool) as unknown as Tools
}

/**
 * Returns the request that a model answered with a call; null if it is not known for sure. A call that somebody approved
 * may come from another process, where another conversation may have a call with its id: only its object tells.
 */
function requestOfCall(
  calls: AnsweredCalls,
  context: Parameters<Invoke>[0],
  call: NonNullable<Parameters<Invoke>[2]>['toolCall'],
): AnsweredRequest | null {
  if (call === undefined) return null
  const { callId, name } = call
  const isApproved = context.isToolApproved({ toolName: name, callId }) === true
  return calls.requestOfItem(call) ?? (isApproved ? null : calls.requestOf(callId))
}

/**
 * Returns the details of a call without the SDK's own entries, which are symbols: by them a tool reports its input and
 * its errors to traces, before the values in them are hidden.
 */
const withoutReports = (details: Parameters<Invoke>[2]): Parameters<Invoke>[2] =>
  details && (Object.fromEntries(Object.entries(details)) as Parameters<Invoke>[2])
