import type { Agent } from '@openai/agents-core'
import { isObject } from '../ir/json.ts'
import { vendorOf } from '../target/vendors.ts'

/** The classes of OpenAI's own package, and the API that each calls. */
const classes: ReadonlyMap<string, 'openai' | 'openai-chat'> = new Map([
  ['OpenAIResponsesModel', 'openai'],
  ['OpenAIResponsesWSModel', 'openai'],
  ['OpenAIChatCompletionsModel', 'openai-chat'],
])

/** Facts about the model that an agent calls. */
export interface CalledModel {
  /** Its id, where the agent names it. */
  readonly id: string | undefined
  /** The API that its class calls; undefined for a class that is not known, and for a name alone. */
  readonly api: 'openai' | 'openai-chat' | undefined
  /** Whether only the Responses API is ever called, so that nothing of another API can go back to its maker. */
  readonly isOpenAIs: boolean
}

/** Facts about the model of an agent: a name, or an object that calls one. */
export function calledModel({ model }: Pick<Agent, 'model'>): CalledModel {
  if (typeof model === 'string') {
    const id = model === '' ? undefined : model
    return { id, api: undefined, isOpenAIs: id !== undefined && vendorOf(id) === 'openai' }
  }
  if (!isObject(model)) return { id: undefined, api: undefined, isOpenAIs: false }
  const api = classes.get(String(model.constructor?.name))
  // A class that keeps its model's id to itself tells no window.
  const id = api !== undefined && typeof model._model === 'string' ? model._model : undefined
  return { id, api, isOpenAIs: api === 'openai' }
}
