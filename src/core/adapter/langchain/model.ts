import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { ClassName } from './classes.ts'

/** Facts that a chat model reports about itself. */
export interface ChatModelFacts {
  readonly id: string | undefined
  /** Maximum number of tokens that the model may write. */
  readonly output: number | undefined
  /** API that the model's class calls; undefined for an unknown class. */
  readonly api: Exclude<TargetName, 'text' | 'ai-sdk'> | undefined
  /** Row name of the model's class in the table of classes; null for an unknown class. */
  readonly className: ClassName | null
  /** Id, if it is a user's own name for a model (a deployment). Answers contain the model's id instead. */
  readonly deployment: string | null
  /** Whether the API stores nothing between calls, so that reasoning must be sent back with its content. */
  readonly stateless: boolean
}

type Fields = Readonly<Record<string, unknown>>

const first = <T>(values: readonly unknown[], is: (value: unknown) => value is T): T | undefined =>
  values.find(is)

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTokens = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0

/** Calls a method of a model and returns its result; undefined if the method does not exist or fails. */
function callModelMethod(model: Fields, method: string, argument?: unknown): unknown {
  const call = model[method]
  if (typeof call !== 'function') return undefined
  try {
    return call.call(model, argument)
  } catch {
    return undefined
  }
}

/** APIs by the name of the class's row. Each class writes requests for one API, whatever the model's name. */
const apis: Readonly<Record<ClassName, NonNullable<ChatModelFacts['api']>>> = {
  'openai-chat': 'openai-chat',
  openai: 'openai',
  anthropic: 'anthropic',
  googlegenerativeai: 'gemini',
  google: 'gemini',
}

/** Returns the row name of a model's class, which may depend on the call's options; null for a class without a row. */
function modelClassRow(model: Fields, options: object): ClassName | null {
  const responses = callModelMethod(model, '_useResponsesApi', options)
  if (responses !== undefined) return responses ? 'openai' : 'openai-chat'
  const type = callModelMethod(model, '_llmType')
  return type === 'anthropic' || type === 'googlegenerativeai' || type === 'google' ? type : null
}

/** Model id that the class uses if the app gives none. */
const unnamed = 'gpt-3.5-turbo'

/** Returns the name of an Azure deployment, unless the app also names its model. */
function deploymentOf({ azureOpenAIApiDeploymentName: name, model }: Fields): string | null {
  return isId(name) && (model === undefined || model === unnamed || model === name) ? name : null
}

/** Returns facts about a chat model, including a model with bound settings or one chosen at run time. */
export function modelFacts(model: unknown, options: object): ChatModelFacts {
  if (!isObject(model))
    return {
      ...{ id: undefined, output: undefined, api: undefined },
      ...{ className: null, deployment: null, stateless: false },
    }
  const config = isObject(model._defaultConfig) ? model._defaultConfig : {}
  const deployment = deploymentOf(model)
  const id = first([deployment, model.model, model.modelName, config.model, config.modelName], isId)
  const output = first([model.maxOutputTokens, model.maxTokens, config.maxTokens], isTokens)
  const className = modelClassRow(model, options)
  const api = className === null ? undefined : apis[className]
  const facts = { id, output, api, className, deployment, stateless: model.zdrEnabled === true }
  if (id !== undefined || !isObject(model.bound)) return facts
  return modelFacts(model.bound, options)
}
