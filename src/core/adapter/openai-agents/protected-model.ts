import type { Model, ModelProvider, ModelRequest } from '@openai/agents-core'
import { wrongValueError } from '../../form/describe.ts'
import { readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { protections } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import type { Protection } from '../../ir/protection.ts'
import { AnsweredCalls, AnsweredRequest } from '../answered-calls.ts'
import { assertProtections } from '../assert-protect.ts'
import { withOtherMethods } from '../with-other-methods.ts'
import { type ProtectedRequest, protectedRequest } from './protect-request.ts'

/** Protections of the models that `protectedModel` returned. */
const protectedModels = new WeakMap<object, readonly Protection[]>()

/** Whether `protectedModel` returned a model. A protected provider of models cannot be recognized by a model's name. */
export const isProtectedModel = (model: unknown): boolean => protectionsOf(model) !== undefined

/** Returns the protections of a model that `protectedModel` returned; undefined for another model. */
export const protectionsOf = (model: unknown): readonly Protection[] | undefined =>
  isObject(model) ? protectedModels.get(model) : undefined

/** Options of a protected model. */
export interface ProtectedModelOptions {
  /** Values that the model may not see, declared by `redact` of `ctxc/protect`. */
  readonly protect: readonly Protection[]
}

/**
 * Returns a model of the OpenAI Agents SDK, or a provider of models, to which no protected value is sent. Input,
 * instructions, tools, handoffs, the type of the answer, settings and prompt variables contain placeholders instead.
 * The run, its session and its tools are not changed: they contain the values, and placeholders where the model wrote
 * them.
 *
 * The model is protected, not the input filter, because the SDK stores the input that a `callModelInputFilter` returns.
 * Throws a TypeError for invalid protections, and for `fresh`, which needs a compile. A call fails with a
 * `ContextError` if the current input or a declaration could not be checked.
 *
 * @example
 * import { Runner } from '@openai/agents-core'
 * import { OpenAIProvider } from '@openai/agents-openai'
 * import { contextCompiler, protectedModel } from 'ctxc/openai-agents'
 * import { redact } from 'ctxc/protect'
 *
 * const modelProvider = protectedModel(new OpenAIProvider({ apiKey: 'none' }), { protect: [redact({ pii: ['email'] })] })
 * const runner = new Runner({ modelProvider, callModelInputFilter: contextCompiler({ budget: 16_000 }) })
 * console.log(typeof runner.run)
 */
export function protectedModel<Called extends Model | ModelProvider>(
  model: Called,
  options: ProtectedModelOptions,
): Called {
  const { protect } = readOptions<ProtectedModelOptions>(
    { needs: { protect: protections }, takes: {} },
    options,
    'protectedModel',
  )
  assertProtections(protect, 'protectedModel')
  return wrapModel(model, new AnsweredCalls(protect))
}

function wrapModel<Called extends Model | ModelProvider>(model: Called, calls: AnsweredCalls): Called {
  const protectModelRequest = (request: ModelRequest): Promise<ProtectedRequest> =>
    protectedRequest(request, model as Model, calls.protect)
  const { getResponse, getStreamedResponse, getModel } = model as Partial<Model & ModelProvider>
  const own: Record<string, unknown> = {
    ...(getResponse && {
      async getResponse(request: ModelRequest) {
        const { sent, lens } = await protectModelRequest(request)
        const response = await getResponse.call(model as Model, sent)
        calls.keep(callsIn(response.output), new AnsweredRequest(null, lens))
        return response
      },
    }),
    ...(getStreamedResponse && {
      async *getStreamedResponse(request: ModelRequest) {
        const { sent, lens } = await protectModelRequest(request)
        const answered = new AnsweredRequest(null, lens)
        for await (const event of getStreamedResponse.call(model as Model, sent)) {
          if (event.type === 'response_done') calls.keep(callsIn(event.response.output), answered)
          yield event
        }
      },
    }),
    ...(getModel && {
      getModel: async (name?: string) => wrapModel(await getModel.call(model as ModelProvider, name), calls),
    }),
  }
  if (!isObject(model) || Object.keys(own).length === 0)
    throw wrongValueError(
      'a model or a provider of models',
      model,
      Path.named('the first argument of protectedModel'),
    )
  const made = withOtherMethods(model, own)
  protectedModels.set(made, calls.protect)
  calls.attachTo(made)
  return made
}

/** Returns the function calls in the output of a model. */
const callsIn = (output: readonly object[]): Parameters<AnsweredCalls['keep']>[0] =>
  output.flatMap(item =>
    isObject(item) &&
    item.type === 'function_call' &&
    typeof item.callId === 'string' &&
    typeof item.name === 'string'
      ? [{ id: item.callId, name: item.name, item }]
      : [],
  )
