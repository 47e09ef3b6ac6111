import { isObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'

/** Facts that a chat model reports about itself. */
export interface ModelFacts {
  readonly id: string | undefined
  /** Most tokens that it may write. */
  readonly output: number | undefined
  /** API that its class calls; undefined for an unknown class. */
  readonly api: Exclude<TargetName, 'text' | 'ai-sdk'> | undefined
  /** Id, if it is a user's own name for a model (a deployment): answers name the model instead. */
  readonly deployment: string | null
  /** Whether the API keeps nothing between calls, so that reasoning must be sent back with its content. */
  readonly stateless: boolean
}

type Fields = Readonly<Record<string, unknown>>

const first = <T>(values: readonly unknown[], is: (value: unknown) => value is T): T | undefined =>
  values.find(is)

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTokens = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** Returns the result of a model's method; undefined if the model has none, or the method fails. */
function asked(model: Fields, method: string, argument?: unknown): unknown {
  const call = model[method]
  if (typeof call !== 'function') return undefined
  try {
    return call.call(model, argument)
  } catch {
    return undefined
  }
}

/** APIs by the value of `_llmType`: each class writes the wire form of one API, whatever the model's name. */
const apis: ReadonlyMap<unknown, ModelFacts['api']> = new Map([
  ['anthropic', 'anthropic'],
  ['googlegenerativeai', 'gemini'],
])

/** Returns the API that a model's class calls with these options. */
function apiOf(model: Fields, options: object): ModelFacts['api'] {
  const responses = asked(model, '_useResponsesApi', options)
  if (responses !== undefined) return responses ? 'openai' : 'openai-chat'
  return apis.get(asked(model, '_llmType'))
}

/** Model id that the class uses if the app gives none. */
const unnamed = 'gpt-3.5-turbo'

/** Returns the name of an Azure deployment, unless the app also names its model. */
function deploymentOf({ azureOpenAIApiDeploymentName: name, model }: Fields): string | null {
  return isId(name) && (model === undefined || model === unnamed || model === name) ? name : null
}

/** Returns the facts of a chat model, including one that is bound or chosen at run time. */
export function modelFacts(model: unknown, options: object): ModelFacts {
  if (!isObject(model))
    return { id: undefined, output: undefined, api: undefined, deployment: null, stateless: false }
  const config = isObject(model._defaultConfig) ? model._defaultConfig : {}
  const deployment = deploymentOf(model)
  const id = first([deployment, model.model, model.modelName, config.model, config.modelName], isId)
  const output = first([model.maxOutputTokens, model.maxTokens, config.maxTokens], isTokens)
  const facts = { id, output, api: apiOf(model, options), deployment, stateless: model.zdrEnabled === true }
  if (id !== undefined || !isObject(model.bound)) return facts
  return modelFacts(model.bound, options)
}
