import type { AgentInputItem, Model, ModelProvider } from '@openai/agents-core'
import { AnsweredCalls } from '../answered-calls.ts'
import { type OwnValues, type OwnValuesOptions, ownValuesIn } from '../own-values.ts'
import { calledModel } from './model.ts'
import { readCallInput } from './read-input.ts'

/**
 * Returns functions that show a person his own values again: values of the kinds `show` that he wrote and that nobody else
 * did. Pass the model or the provider of models that `protectedModel` returned, and the input that the model answers. All
 * messages of the user must be those of the person who reads.
 *
 * The session of the run, its traces and the model keep the placeholders. Change only what is shown. With a detector that
 * answers later, nothing is shown.
 *
 * Throws a TypeError for an object that `protectedModel` did not return, and for kinds of secrets.
 *
 * @example
 * import { OpenAIProvider } from '@openai/agents-openai'
 * import { ownValues, protectedModel } from 'ctxc/openai-agents'
 * import { redact } from 'ctxc/protect'
 *
 * const protect = [redact({ pii: ['email'] })]
 * const modelProvider = protectedModel(new OpenAIProvider({ apiKey: 'none' }), { protect })
 * const own = ownValues(modelProvider, 'I am ada@example.org.', { show: ['email'] })
 * // const result = await new Runner({ modelProvider }).run(agent, 'I am ada@example.org.', { stream: true })
 * console.log(own.shown('I write to [secret:email:1].')) // I write to ada@example.org.
 * // (result.toTextStream() as ReadableStream<string>).pipeThrough(own.stream())
 */
export function ownValues(
  model: Model | ModelProvider,
  input: string | readonly AgentInputItem[],
  options: OwnValuesOptions,
): OwnValues {
  const calls = AnsweredCalls.attachedTo(model, 'ownValues', 'pass what protectedModel returned')
  const items: readonly AgentInputItem[] =
    typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : input
  const called = calledModel({ model: model as never })
  const target = called.api ?? 'openai'
  const conversation = readCallInput(items, { instructions: undefined, called, model: called.id, target })
  return ownValuesIn(calls, conversation, options)
}
