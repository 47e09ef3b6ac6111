import { object } from '../../form/check.ts'
import { assertOptionsAlone } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import type { AISDKRequest } from '../../vendor/ai-sdk/write/request.ts'
import { AnsweredCalls } from '../answered-calls.ts'
import { agentPolicy, showsParts, withoutCompaction } from '../policy-options.ts'
import { unnumberedMemories } from '../unnumbered-memories.ts'
import { compileCall, createCallSetting, type NamedModel } from './compile-call.ts'
import { middlewareOf } from './middleware.ts'
import { assertContextOptions, type ContextOptions } from './options.ts'
import { instructionMessages } from './prompt.ts'
import { protectedModel } from './protected-model.ts'
import { withStepReport } from './step-report.ts'

/** Options for compiling the steps of one loop. */
export interface StepOptions extends ContextOptions {
  /** Tools of the loop, so that their tokens are counted; the AI SDK does not pass them to a step. */
  readonly tools?: Readonly<Record<string, object>>
}

/** Arguments of `prepareStep`, reduced to those that are read. */
export interface Step<Message extends object, Model extends NamedModel = NamedModel> {
  readonly messages: readonly Message[]
  readonly model: Model
  /** Instructions, which the AI SDK passes from version 7 on. */
  readonly instructions?: unknown
}

/** Messages that the step sends instead of its own. With `protect`, also the protected model to which they are sent. */
export interface PreparedStep<Message extends object, Model = never> {
  messages: Message[]
  model?: Model
}

/** Messages that a step sent, and the app's messages from which they were compiled. */
interface Sent {
  readonly messages: readonly object[]
  readonly source: readonly object[]
}

/**
 * Returns a `prepareStep` for `generateText` and `streamText`: each step of the loop gets compiled messages. Use it in
 * an app that cannot wrap its model; with `contextCompiler` it is not needed. Instructions are counted if the AI SDK
 * passes them (from version 7 on), tools if you set the option `tools`.
 *
 * With `protect`, each step also gets a protected model, because the AI SDK sends instructions and tools outside the
 * messages. If a step's model is only a name, the step fails with a TypeError: pass the model object.
 *
 * @example
 * import { compileStep } from 'ctxc/ai-sdk'
 *
 * // generateText({ model, tools, messages, prepareStep: compileStep({ budget: 16_000, tools }) })
 * const prepareStep = compileStep({ budget: 16_000 })
 * const step = await prepareStep({ model: 'openai/gpt-5.4', messages: [{ role: 'user', content: 'Hi' }] })
 * console.log(step.messages.length)
 */
export function compileStep(
  options: StepOptions = {},
  ...others: readonly never[]
): <Message extends object, Model extends NamedModel>(
  step: Step<Message, Model>,
) => Promise<PreparedStep<Message, Model>> {
  assertOptionsAlone(others, 'compileStep')
  assertContextOptions(options, 'compileStep', { tools: object })
  const { tools, protect, onCompiled, ...chosen } = options
  const { onDropped: _, ...sending } = chosen
  const isProtected = protect !== undefined && protect.length > 0
  if (isProtected && options.effects !== undefined)
    throw Path.options('compileStep').wrong('cannot combine protect and effects', {
      help: 'handlers would see the values: wrap the model with contextCompiler',
    })
  if (isProtected && showsParts(agentPolicy(options, 'compileStep')))
    throw Path.options('compileStep').wrong(
      'cannot combine protect and a context that lists names or expands',
      {
        help: 'a value of which only a part is left is not recognized: wrap the model with contextCompiler',
      },
    )
  const calls = new AnsweredCalls(protect)
  const middleware = isProtected
    ? middlewareOf(
        createCallSetting(
          { ...sending, protect, learn: false, ...(onCompiled && { onCompiled }) },
          'compileStep',
          calls,
        ),
      )
    : null
  const { memory } = options
  const compiling = {
    ...chosen,
    ...(memory !== undefined && { memory: unnumberedMemories(memory, protect) }),
    ...(!isProtected && onCompiled !== undefined && { onCompiled }),
  }
  // From version 7 on, a step gets the messages that the previous step sent. The last message object identifies that
  // step, because no other loop has the same object.
  const sent = new WeakMap<object, Sent>()
  // A step returns only messages, so it cannot ask the provider to compact within its answers.
  const setting = {
    ...createCallSetting({ ...compiling, ...withoutCompaction(compiling) }, 'compileStep', calls),
    // The middleware gets compiled messages, so the step learns from the app's own.
    ...(isProtected && { learned: protect }),
  }
  const prepareStep = async <Message extends object, Model extends NamedModel>({
    messages,
    model,
    instructions,
  }: Step<Message, Model>) => {
    const own = middleware === null ? {} : { model: protectedModel(model, middleware) }
    const source = restoreAppMessages(messages, sent)
    const declared = calls.withTool(tools)
    const input = {
      messages: source,
      ...(instructions !== undefined && { system: instructions }),
      ...(declared && { tools: declared }),
    }
    const call = await compileCall({ input, model }, setting)
    if (!call.result.ok) return { messages: [...messages], ...own }
    const { report, warnings } = call
    const compiled = withStepReport(messagesWithoutInstructions(call.result.request, instructions), {
      diagnostics: report.diagnostics,
      warnings,
    })
    // A step is not notified when its model has answered, so the work starts now.
    call.startLater(false)
    const last = compiled.at(-1)
    if (last !== undefined) sent.set(last, { messages: compiled, source })
    calls.keepSent(compiled, call.result)
    return { messages: [...compiled] as Message[], ...own }
  }
  calls.attachTo(prepareStep)
  return prepareStep
}

/**
 * Returns all messages of a request except the instructions, which the AI SDK sends itself. Other system text stays
 * first.
 */
function messagesWithoutInstructions(request: AISDKRequest, instructions: unknown): readonly object[] {
  let system = instructionMessages(request)
  for (const text of textsOf(instructions))
    if (system[0]?.content === text.toWellFormed()) system = system.slice(1)
  return [...system, ...request.messages]
}

/** Returns the texts of instructions, which may be a string, a message, or a list of messages. */
function textsOf(instructions: unknown): string[] {
  if (typeof instructions === 'string') return [instructions]
  if (Array.isArray(instructions)) return instructions.flatMap(textsOf)
  const { content } = (instructions ?? {}) as { content?: unknown }
  return typeof content === 'string' ? [content] : []
}

/** Returns a step's messages, with the app's original messages in place of those that an earlier step sent. */
function restoreAppMessages(messages: readonly object[], sent: WeakMap<object, Sent>): readonly object[] {
  for (let at = messages.length - 1; at >= 0; at--) {
    const earlier = sent.get(messages[at] as object)
    const same =
      earlier?.messages.length === at + 1 &&
      earlier.messages.every((message, index) => message === messages[index])
    if (earlier !== undefined && same) return [...earlier.source, ...messages.slice(at + 1)]
  }
  return messages
}
