import { isObject } from '../ir/json.ts'

/** What a chat model says of itself. */
interface ModelFacts {
  readonly id: string | undefined
  /** Tokens that it may write. */
  readonly output: number | undefined
}

const first = <T>(values: readonly unknown[], is: (value: unknown) => value is T): T | undefined =>
  values.find(is)

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTokens = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** The id and the output limit of a chat model, also of one that is bound or chosen at run time. */
export function modelFacts(model: unknown): ModelFacts {
  if (!isObject(model)) return { id: undefined, output: undefined }
  const config = isObject(model._defaultConfig) ? model._defaultConfig : {}
  const id = first([model.model, model.modelName, config.model, config.modelName], isId)
  const output = first([model.maxOutputTokens, model.maxTokens, config.maxTokens], isTokens)
  if (id !== undefined || !isObject(model.bound)) return { id, output }
  return modelFacts(model.bound)
}
