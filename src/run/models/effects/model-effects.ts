import type { Effects } from '../../../core/effect/handler.ts'
import { assertFunction, text, withMethods } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { modelId } from '../../../core/form/quantities.ts'
import type { Usage } from '../../../core/ir/event.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import type { ModelClient } from '../model-client.ts'
import { type Asking, askModel } from './ask-model.ts'
import { askAtRequestEnd, requestWithQuestion } from './ask-on.ts'
import { statementsInLines } from './referring-lines.ts'

/** Options of `modelEffects`. */
export interface ModelEffectsOptions {
  readonly client: ModelClient
  /** Model to call if a policy names none. Its name is also the id of the handlers. */
  readonly model: string
  /** Version of the handlers. After a change of version, failed summaries and extractions are requested again. */
  readonly version?: string
  /** Called after each call with the tokens that the provider reports and the call's purpose. Errors are ignored. */
  readonly onUsage?: (usage: Usage, kind: 'summarize' | 'extract') => void
}

const form: OptionsForm<ModelEffectsOptions> = {
  needs: { client: withMethods('a client, such as openaiModel(…)', 'stream'), model: modelId },
  takes: { version: text, onUsage: assertFunction },
}

/** JSON schema of the summary that the model must return. */
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
 * Returns handlers that summarize and extract with a model, through any client: `openaiModel`, `anthropicModel`,
 * `geminiModel`, or `aiSdkModel` for models of the AI SDK. Pass them as `effects` of a compile or of a runner's
 * `compile`.
 *
 * If the model is the one that the agent itself calls, and the provider's cache holds the agent's last request, a
 * summary is asked for at the end of that request, where the model's prices make that cheaper than the messages
 * alone. Throws a TypeError for an unknown option.
 *
 * @example
 * import { agent, C, createCompiler } from 'ctxc'
 * import { modelEffects } from 'ctxc/effects'
 * import { scriptedModel } from 'ctxc/testing'
 *
 * const effects = modelEffects({ client: scriptedModel([]), model: 'gpt-5.4-mini' })
 * const helper = agent({ name: 'helper', context: C.all().summarize() })
 * const compiler = createCompiler(helper, { model: 'gpt-5.4', effects })
 */
export function modelEffects(options: ModelEffectsOptions): Required<Pick<Effects, 'summarize' | 'extract'>> {
  const { client, model, version, onUsage } = readOptions(form, options, 'modelEffects')
  const handler = { id: model, ...(version !== undefined && { version }) }
  const askingWith = (
    kind: 'summarize' | 'extract',
    { model: asked = model }: { readonly model?: string },
    signal: AbortSignal,
  ): Asking => ({
    ...{ client, model: asked, signal },
    onUsage(usage) {
      try {
        onUsage?.(usage, kind)
      } catch {
        // An error of `onUsage` is ignored, because the summary exists and was paid for.
      }
    },
  })
  return {
    summarize: {
      ...handler,
      async run(input, { signal, continuation }) {
        const asking = askingWith('summarize', input, signal)
        const longer = requestWithQuestion(input, asking, continuation)
        const said = longer === null ? null : await askAtRequestEnd(longer, asking)
        if (said !== null) return said
        const { messages, prompt, schema = statements } = input
        const text = await askModel({ messages, prompt, schema }, asking)
        if (input.schema !== undefined || /^\s*[{`]/.test(text)) return text
        // Some servers ignore the schema in a request, so statements may also be plain lines.
        const lines = statementsInLines(text)
        if (lines === null)
          throw new Error('the model gave neither the JSON that it was asked for nor lines with references')
        return lines
      },
    },
    extract: {
      ...handler,
      run: (input, { signal }) => askModel(input, askingWith('extract', input, signal)),
    },
  }
}
