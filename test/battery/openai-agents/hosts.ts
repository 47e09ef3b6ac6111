import type { Model } from '@openai/agents-core'
import { OpenAIChatCompletionsModel, OpenAIResponsesModel } from '@openai/agents-openai'
import type { FakeTarget } from 'ctxc/testing'
import type OpenAI from 'openai'
import { chatWire, dialects } from '../wire/chat.ts'
import { responsesWire } from '../wire/openai.ts'
import type { Wire } from '../wire/script.ts'

/** One of the SDK's own model classes, and the API that it calls. */
export interface Host {
  readonly name: string
  readonly api: 'responses' | 'chat'
  readonly judge: FakeTarget
  readonly model: string
  readonly wire: Wire
  /** The model as an agent has it: an object, or a name for the provider of the runner. */
  readonly create: (client: OpenAI) => Model | string
}

const responses = (model: string): Host => ({
  name: `responses ${model}`,
  api: 'responses',
  judge: 'openai',
  model,
  wire: responsesWire,
  create: client => new OpenAIResponsesModel(client as never, model),
})

const chat = (model: string, dialect: keyof typeof dialects = 'openai'): Host => ({
  name: `chat ${model}`,
  api: 'chat',
  judge: 'openai-chat',
  model,
  wire: chatWire(dialects[dialect]),
  create: client => new OpenAIChatCompletionsModel(client as never, model),
})

const named = (host: Host): Host => ({ ...host, name: `named ${host.name}`, create: () => host.model })

/** Every class, with models that the tables know and models that they do not. */
export const hosts: readonly Host[] = [
  responses('gpt-5.4'),
  responses('gpt-9'),
  responses('my-deployment'),
  chat('gpt-4.1'),
  chat('openai/gpt-oss-120b', 'groq'),
  ...[responses('gpt-5.4'), responses('my-deployment'), chat('gpt-4.1')].map(named),
]
