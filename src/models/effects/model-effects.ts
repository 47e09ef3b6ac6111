import type { Effects } from '../../effect/handler.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { ModelClient } from '../model-client.ts'
import { askModel } from './ask-model.ts'

/** Options of `modelEffects`. */
export interface ModelEffectsOptions {
  readonly client: ModelClient
  /** Model to call, where a policy names none. Its name is the id of the handlers. */
  readonly model: string
}

/** Form of a summary that the model is asked for. */
const statements: JsonObject = {
  type: 'object',
  properties: {
    statements: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'One fact.' },
          from: {
            type: 'array',
            items: { type: 'integer' },
            description: 'Numbers of the messages that say so.',
          },
        },
        required: ['text', 'from'],
        additionalProperties: false,
      },
    },
  },
  required: ['statements'],
  additionalProperties: false,
}

/**
 * Returns handlers that summarize and extract by a model, through any client: `openaiModel`, `anthropicModel`, `geminiModel`,
 * or `aiSdkModel` for models of the AI SDK. Pass them as `effects` of a compile or of a runner's `compile`.
 *
 * @example
 * import { agent, C, createCompiler, modelEffects } from 'ctxc'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const effects = modelEffects({ client: scriptedModel([]), model: 'gpt-5.4-mini' })
 * const helper = agent({ name: 'helper', context: C.all().summarize() })
 * const compiler = createCompiler(helper, { model: 'gpt-5.4', effects })
 */
export function modelEffects({
  client,
  model,
}: ModelEffectsOptions): Required<Pick<Effects, 'summarize' | 'extract'>> {
  return {
    summarize: {
      id: model,
      run: ({ messages, prompt, schema = statements, model: asked = model }, { signal }) =>
        askModel({ messages, prompt, schema }, { client, model: asked, signal }),
    },
    extract: {
      id: model,
      run: ({ messages, prompt, schema, model: asked = model }, { signal }) =>
        askModel({ messages, prompt, schema }, { client, model: asked, signal }),
    },
  }
}
