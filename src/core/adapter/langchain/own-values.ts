import type { BaseMessage } from '@langchain/core/messages'
import type { AgentMiddleware } from 'langchain'
import { readLangChain } from '../../from/langchain/langchain.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { type OwnValues, type OwnValuesOptions, ownValuesIn } from '../own-values.ts'

/**
 * Returns functions that show a person his own values again: values of the kinds `show` that he wrote and that nobody else
 * did. Pass the middleware of `contextCompiler`, and the messages that the model answers. All messages of the user must be
 * those of the person who reads.
 *
 * The state of the agent, its traces and the model keep the placeholders. Change only what is shown. With a detector that
 * answers later, nothing is shown.
 *
 * Throws a TypeError for an object that no function of this module made, and for kinds of secrets.
 *
 * @example
 * import { HumanMessage } from '@langchain/core/messages'
 * import { contextCompiler, ownValues } from 'ctxc/langchain'
 * import { redact } from 'ctxc/protect'
 *
 * const context = contextCompiler({ protect: [redact({ pii: ['email'] })] })
 * const messages = [new HumanMessage('I am ada@example.org.')]
 * const own = ownValues(context, messages, { show: ['email'] })
 * // const { messages } = await agent.invoke({ messages })
 * console.log(own.shown('I write to [secret:email:1].')) // I write to ada@example.org.
 */
export function ownValues(
  context: AgentMiddleware,
  messages: readonly BaseMessage[],
  options: OwnValuesOptions,
): OwnValues {
  const help = 'pass what contextCompiler of the same module returned'
  const calls = AnsweredCalls.attachedTo(context, 'ownValues', help)
  return ownValuesIn(calls, readLangChain([...messages], {}, null), options)
}
