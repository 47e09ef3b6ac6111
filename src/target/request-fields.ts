import { type FieldOwner, fieldsDropped, fieldsKept } from '../diag/importing.ts'
import type { JsonObject } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { HeadTally } from './head.ts'
import { isOpenAIs, vendorOf } from './vendors.ts'

const openai =
  'metadata model moderation parallel_tool_calls prompt_cache_key prompt_cache_options prompt_cache_retention ' +
  'safety_identifier service_tier store stream stream_options temperature tool_choice tools top_logprobs top_p user'

/** Request fields of one API. */
interface RequestForm {
  /** Fields that the API has. */
  readonly fields: readonly string[]
  readonly owner: FieldOwner
  /**
   * Whether another server than the API's own may serve the model: further fields are then sent. False without a model.
   */
  readonly isOpen: (model: string | null) => boolean
}

const words = (...lines: string[]): readonly string[] => lines.flatMap(line => line.split(' '))

const isOpenAIOpen = (model: string | null): boolean => model !== null && !isOpenAIs(model)

const openaiOwner: FieldOwner = { name: 'OpenAI', api: "OpenAI's API" }

const forms: Readonly<Record<Exclude<TargetName, 'text'>, RequestForm>> = {
  // Source: `ChatCompletionCreateParams` and `ResponseCreateParams` of openai 6.49.
  'openai-chat': {
    fields: words(
      openai,
      'audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages',
      'modalities n prediction presence_penalty reasoning_effort response_format seed stop verbosity web_search_options',
    ),
    owner: openaiOwner,
    isOpen: isOpenAIOpen,
  },
  openai: {
    fields: words(
      openai,
      'background context_management conversation include input instructions max_output_tokens max_tool_calls',
      'previous_response_id prompt reasoning text truncation',
    ),
    owner: openaiOwner,
    isOpen: isOpenAIOpen,
  },
  // Source: `MessageCreateParams`, stable and beta, of @anthropic-ai/sdk 1.12. The last three are its client's, Vertex AI's and Bedrock's.
  anthropic: {
    fields: words(
      'model max_tokens messages system tools tool_choice thinking temperature top_p top_k stop_sequences stream metadata',
      'service_tier cache_control context_management container mcp_servers output_config output_format inference_geo speed',
      'diagnostics fallbacks fallback_credit_token compaction billing_policy thread user_profile_id workspace_id',
      'betas anthropic_version anthropic_beta',
    ),
    owner: { name: 'Anthropic', api: "Anthropic's API" },
    isOpen: model => model !== null && vendorOf(model) !== 'anthropic',
  },
  // Source: `GenerateContentConfig` of @google/genai 3.1, whose client sends no other field, whatever the model.
  gemini: {
    fields: words(
      'httpOptions abortSignal serviceTier systemInstruction temperature topP topK candidateCount maxOutputTokens',
      'stopSequences responseLogprobs logprobs presencePenalty frequencyPenalty seed responseMimeType responseSchema',
      'responseJsonSchema routingConfig modelSelectionConfig safetySettings tools toolConfig labels cachedContent',
      'responseModalities mediaResolution speechConfig audioTimestamp automaticFunctionCalling thinkingConfig',
      'audioTranscriptionConfig imageConfig enableEnhancedCivicAnswers modelArmorConfig continuationToken',
      'automaticContinuation generationOutputConfig store',
    ),
    owner: { name: "Google's client", api: "Google's client" },
    isOpen: () => false,
  },
  // Source: `generateText` of ai 7. The last is a model's call option.
  'ai-sdk': {
    fields: words(
      'model instructions system messages prompt allowSystemInMessages tools toolChoice maxOutputTokens temperature topP',
      'topK presencePenalty frequencyPenalty stopSequences seed reasoning providerOptions responseFormat',
    ),
    owner: { name: 'The AI SDK', api: 'generateText of the AI SDK' },
    isOpen: () => false,
  },
}

/**
 * Fields of services that host an API's own models under the usual ids: searches of Azure, routes of LiteLLM's proxy.
 */
const ofServers: Partial<Record<TargetName, readonly string[]>> = {
  'openai-chat': words('data_sources fallbacks tags'),
}

/**
 * Returns the fields of an imported request that are sent again. An API refuses unknown fields, and a client omits
 * them, so unknown fields are dropped. Other vendors have fields of their own, so these are sent.
 */
export function fieldsFor(
  format: keyof typeof forms,
  model: string | null,
  given: JsonObject,
  tally: HeadTally,
): JsonObject {
  const { fields, owner, isOpen } = forms[format]
  const unknown = Object.keys(given).filter(field => !fields.includes(field))
  const served = isOpen(model) ? unknown : unknown.filter(field => ofServers[format]?.includes(field))
  if (served.length > 0) tally.say(fieldsKept(served, owner))
  const strange = unknown.filter(field => !served.includes(field))
  if (strange.length === 0) return given
  tally.say(fieldsDropped(strange, fields, owner))
  return Object.fromEntries(Object.entries(given).filter(([field]) => !strange.includes(field)))
}
