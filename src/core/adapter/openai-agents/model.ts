import type { Agent } from '@openai/agents-core'
import { isObject } from '../../ir/json.ts'
import { safeString } from '../../text/reason.ts'
import { vendorOf } from '../../vendor/rows/vendors.ts'

/** Model classes of OpenAI's package, with the API that each class calls. */
const classes: ReadonlyMap<string, 'openai' | 'openai-chat'> = new Map([
  ['OpenAIResponsesModel', 'openai'],
  ['OpenAIResponsesWSModel', 'openai'],
  ['OpenAIChatCompletionsModel', 'openai-chat'],
])

/** Facts about the model that an agent calls. */
export interface AgentModel {
  /** Id of the model, if the agent names one. */
  readonly id: string | undefined
  /** API that the model's class calls; undefined for an unknown class or a model given only by name. */
  readonly api: 'openai' | 'openai-chat' | undefined
  /** Whether the class or the id shows that the model is OpenAI's. Then no reasoning is read as another provider's. */
  readonly isOpenAIs: boolean
}

/** Returns facts about the model of an agent, which is a name or an object. */
export function calledModel({ model }: Pick<Agent, 'model'>): AgentModel {
  if (typeof model === 'string') {
    const id = model === '' ? undefined : model
    return { id, api: undefined, isOpenAIs: id !== undefined && vendorOf(id) === 'openai' }
  }
  if (!isObject(model)) return { id: undefined, api: undefined, isOpenAIs: false }
  const api = classes.get(safeString(model.constructor?.name))
  // The context window is unknown if a class hides its model's id.
  const id = api !== undefined && typeof model._model === 'string' ? model._model : undefined
  return { id, api, isOpenAIs: api === 'openai' }
}
