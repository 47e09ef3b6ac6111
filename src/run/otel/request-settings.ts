import type { Attributes } from '@opentelemetry/api'
import conventions from './conventions.json' with { type: 'json' }

const { attributes: names } = conventions

/** Request fields of each provider's API that contain a setting, by span attribute. */
const fields: readonly (readonly [string, readonly string[]])[] = [
  [names.requestTemperature, ['temperature']],
  [names.requestTopP, ['top_p', 'topP']],
  [names.requestTopK, ['top_k', 'topK']],
  [names.requestMaxTokens, ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens']],
  [names.requestStopSequences, ['stop', 'stop_sequences', 'stopSequences']],
  [names.requestSeed, ['seed']],
  [names.requestPresencePenalty, ['presence_penalty', 'presencePenalty']],
  [names.requestFrequencyPenalty, ['frequency_penalty', 'frequencyPenalty']],
]

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the settings of a request as span attributes. Gemini's requests have them in a nested field. */
export function requestSettings(request: object): Attributes {
  const { generationConfig, config } = request as Readonly<Record<string, object | undefined>>
  const all: Readonly<Record<string, unknown>> = { ...request, ...config, ...generationConfig }
  const values = fields.map(([name, spellings]): readonly [string, unknown] => {
    const value = spellings.map(each => all[each]).find(each => each !== undefined && each !== null)
    return [name, name === names.requestStopSequences && isText(value) ? [value] : value]
  })
  const isSetting = (value: unknown): boolean =>
    Number.isFinite(value) || (Array.isArray(value) && value.every(isText))
  return Object.fromEntries(values.filter(([, value]) => isSetting(value))) as Attributes
}
