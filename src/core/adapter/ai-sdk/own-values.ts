import { fromAISDK } from '../../vendor/ai-sdk/read/ai-sdk.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { type OwnValues, type OwnValuesOptions, ownValuesIn } from '../own-values.ts'
import type { ContextMiddleware } from './middleware.ts'
import type { compileStep } from './step.ts'

/**
 * Returns functions that show a person his own values again: values of the kinds `show` that he wrote and that nobody else
 * did. Pass the middleware of `contextCompiler`, or the function of `compileStep`, and the messages that the model answers.
 * All messages of the user must be those of the person who reads.
 *
 * The messages of the app, its telemetry and the model keep the placeholders. Change only what is sent to the page, and keep
 * the messages on the server: a text of a model that a page sends back with a value makes the value the model's. With a
 * detector that answers later, nothing is shown.
 *
 * Throws a TypeError for an object that no function of this module made, and for kinds of secrets.
 *
 * @example
 * import { contextCompiler, ownValues } from 'ctxc/ai-sdk'
 * import { redact } from 'ctxc/protect'
 *
 * const context = contextCompiler({ protect: [redact({ pii: ['email'] })] })
 * const messages = [{ role: 'user', content: 'I am ada@example.org.' }]
 * const own = ownValues(context, messages, { show: ['email'] })
 * // const { text } = await generateText({ model: wrapLanguageModel({ model, middleware: context }), messages })
 * console.log(own.shown('I write to [secret:email:1].')) // I write to ada@example.org.
 * // result.toUIMessageStream().pipeThrough(own.stream())
 */
export function ownValues(
  context: ContextMiddleware | ReturnType<typeof compileStep>,
  messages: readonly object[],
  options: OwnValuesOptions,
): OwnValues {
  const help = 'pass what contextCompiler or compileStep of the same module returned'
  return ownValuesIn(AnsweredCalls.attachedTo(context, 'ownValues', help), fromAISDK({ messages }), options)
}
