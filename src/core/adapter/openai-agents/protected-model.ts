import type { Model, ModelProvider, ModelRequest } from '@openai/agents-core'
import { wrongValueError } from '../../form/describe.ts'
import { readOptions } from '../../form/options.ts'
import { Path } from '../../form/path.ts'
import { protections } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import type { Protection } from '../../ir/protection.ts'
import { assertProtections } from '../assert-protect.ts'
import { withOtherMethods } from '../with-other-methods.ts'
import { protectedRequest } from './protect-request.ts'

/** Models that `protectedModel` returned. */
const protectedModels = new WeakSet<object>()

/** Whether `protectedModel` returned a model. A protected provider of models cannot be recognized by a model's name. */
export const isProtectedModel = (model: unknown): boolean => isObject(model) && protectedModels.has(model)

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
  const protectModelRequest = (request: ModelRequest): Promise<ModelRequest> =>
    protectedRequest(request, model as Model, protect)
  const { getResponse, getStreamedResponse, getModel } = model as Partial<Model & ModelProvider>
  const own: Record<string, unknown> = {
    ...(getResponse && {
      getResponse: async (request: ModelRequest) =>
        getResponse.call(model as Model, await protectModelRequest(request)),
    }),
    ...(getStreamedResponse && {
      async *getStreamedResponse(request: ModelRequest) {
        yield* getStreamedResponse.call(model as Model, await protectModelRequest(request))
      },
    }),
    ...(getModel && {
      getModel: async (name?: string) =>
        protectedModel(await getModel.call(model as ModelProvider, name), { protect }),
    }),
  }
  if (!isObject(model) || Object.keys(own).length === 0)
    throw wrongValueError(
      'a model or a provider of models',
      model,
      Path.named('the first argument of protectedModel'),
    )
  const made = withOtherMethods(model, own)
  protectedModels.add(made)
  return made
}
