import { Path } from '../../form/path.ts'
import { withOtherMethods } from '../with-other-methods.ts'
import type { NamedModel } from './compile-call.ts'
import type {
  CalledModel,
  CallParams,
  ContextMiddleware,
  GenerateResult,
  StreamResult,
} from './middleware.ts'

/** Model of the AI SDK that can be called. */
interface CallableModel extends CalledModel {
  doGenerate(params: CallParams): PromiseLike<GenerateResult>
  doStream(params: CallParams): PromiseLike<StreamResult>
}

const isCallable = (model: unknown): model is CallableModel =>
  typeof model === 'object' && model !== null && 'doGenerate' in model && 'doStream' in model

/** Returns a model whose calls pass through a middleware. Throws a TypeError if the model is only a name. */
export function protectedModel<Model extends NamedModel>(model: Model, middleware: ContextMiddleware): Model {
  if (!isCallable(model))
    throw Path.named('compileStep.model').wrong('must be an object with protect', {
      help: 'one that is only named cannot be wrapped',
    })
  const own: Record<string, unknown> = {
    async doGenerate(given: CallParams) {
      const params = await middleware.transformParams({ params: given, model, type: 'generate' })
      return middleware.wrapGenerate({ doGenerate: () => model.doGenerate(params), params })
    },
    async doStream(given: CallParams) {
      const params = await middleware.transformParams({ params: given, model, type: 'stream' })
      return middleware.wrapStream({ doStream: () => model.doStream(params), params })
    },
  }
  return withOtherMethods(model, own)
}
