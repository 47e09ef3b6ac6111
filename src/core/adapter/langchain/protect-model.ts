import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { isObject } from '../../ir/json.ts'
import { copyOf } from './copy-of.ts'
import { providerDeclaration } from './tools.ts'

type Fields = Readonly<Record<string, unknown>>
type Method = (...given: unknown[]) => unknown
type Declared = <Value>(value: Value) => Value

/** Fields in which a model class stores the objects that make its calls. */
const parts = ['bound', 'completions', 'responses'] as const

/** Fields with settings that a model class sends unchanged. */
const settings = ['kwargs', 'defaultOptions', 'invocationKwargs', 'modelKwargs', 'generationConfig'] as const

/**
 * Returns a copy of a chat model that sends no protected values outside the messages. It protects the tools and
 * settings of a call, and the model's own settings if its class returns them from `invocationParams`.
 */
export function protectedModel<Model extends object>(model: Model, declared: Declared): Model {
  const own = model as Fields
  const fields: Record<string, unknown> = {}
  const copy = (): Model => whole
  for (const part of parts) {
    const inner = own[part]
    if (isObject(inner)) fields[part] = protectedModel(inner, declared)
  }
  // The client of Google's class contains the settings, so it is copied too. Clients of other classes must not be
  // copied.
  if (isObject(own.client) && isObject(own.client.generationConfig))
    fields.client = protectedModel(own.client, declared)
  for (const name of settings) if (isObject(own[name])) fields[name] = declared(own[name])
  const replaceMethod = (name: string, by: (call: Method, given: unknown[]) => unknown): void => {
    const method = own[name]
    if (typeof method === 'function')
      fields[name] = (...given: unknown[]) => by((...changed) => method.apply(copy(), changed), given)
  }
  // A class may create another model from its original settings, so that model is protected too.
  const protectMadeModel = (made: unknown): unknown =>
    isObject(made) ? protectedModel(made, declared) : made
  replaceMethod('bindTools', (call, [tools, options]) =>
    protectMadeModel(
      call(
        Array.isArray(tools) ? tools.map(tool => protectedTool(tool, declared)) : tools,
        options === undefined ? options : declared(options),
      ),
    ),
  )
  replaceMethod('invocationParams', (call, given) => declared(call(...given)))
  replaceMethod('_getModelInstance', async (call, given) => protectMadeModel(await call(...given)))
  const whole = copyOf(model, fields)
  return whole
}

/** Returns a tool, or its protected declaration if the declaration contained a protected value. */
function protectedTool(tool: unknown, declared: Declared): unknown {
  if (!isObject(tool)) return tool
  const declaration =
    providerDeclaration(tool) ?? convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0])
  const safe = declared(declaration)
  return safe === declaration ? tool : safe
}
