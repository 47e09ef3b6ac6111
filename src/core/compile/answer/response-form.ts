import {
  type ReportedReasoning,
  readCacheMiss,
  readReportedReasoning,
  readSDKReport,
} from '../../from/provider-report.ts'
import { listOr, objectOr, type Raw, stringOr, uncheckedJson } from '../../from/read.ts'
import { type ReportedTokens, usageOf } from '../../from/usage.ts'
import type { CacheMiss, Event } from '../../ir/event.ts'
import { isObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { fromAISDK } from '../../vendor/ai-sdk/read/ai-sdk.ts'
import { answerMessage } from '../../vendor/ai-sdk/read/model-content.ts'
import { fromAnthropic } from '../../vendor/anthropic/read/anthropic.ts'
import { fromGemini } from '../../vendor/gemini/read/gemini.ts'
import { isCommonMessage, readMessage } from '../../vendor/openai/read/chat-message.ts'
import { fromOpenAI } from '../../vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../vendor/openai/read/openai-responses.ts'

/** Facts about a response, read from any provider's format. */
export interface ResponseForm {
  /** API whose format the response has; null if unknown. */
  readonly format: TargetName | null
  readonly id: string
  /** Name of the model in the response; '' if there is none. */
  readonly model: string
  /** Token usage that the response reports. */
  readonly usage: ReportedTokens | null
  /** Reasoning of the request that the provider reports as not used; null if it reports nothing about reasoning. */
  readonly dropped: readonly ReportedReasoning[] | null
  /** The provider's report that it read less from its cache than it could have read; null if there is none. */
  readonly cacheMiss: CacheMiss | null
  /**
   * Whether the provider paused the turn and will continue it in the next response; null if the response does not say
   * this.
   */
  readonly isPaused: boolean | null
  /** Reads the answer as events, with the importer of the answer's format. */
  read(model: string): readonly Event[]
}

const importModelOption = (model: string): { readonly model?: string } => (model === '' ? {} : { model })

/** Reads a response of Chat Completions, or of the legacy Completions API (in which the choices are texts). */
export function chatResponse(response: Raw): ResponseForm {
  const [choice] = listOr(response.choices)
  const { message, text, delta } = objectOr(choice)
  const said = message ?? (typeof text === 'string' ? { content: text } : delta)
  return {
    ...chatMessages(isObject(said) ? [{ ...said, role: 'assistant' }] : []),
    id: stringOr(response.id),
    model: stringOr(response.model),
    usage: usageOf(response.usage, 'chat'),
  }
}

/** Reads messages of Chat Completions. */
export const chatMessages = (messages: readonly object[]): ResponseForm => ({
  format: 'openai-chat',
  ...bare,
  read: model =>
    messages.length === 1 && isCommonMessage(messages[0])
      ? [readMessage(model, messages[0], 0)]
      : fromOpenAI(messages, importModelOption(model)).session.events,
})

/** Reads a response of the Responses API. */
export function openAIResponse(response: Raw): ResponseForm {
  const items = listOr(response.output) as readonly object[]
  return {
    ...bare,
    format: 'openai',
    id: stringOr(response.id),
    model: stringOr(response.model),
    usage: usageOf(response.usage, 'responses'),
    // OpenAI omits the field if it used all reasoning. Only its own complete response proves this.
    dropped: readReportedReasoning(
      response.input_transformations ?? (response.object === 'response' ? [] : undefined),
    ),
    cacheMiss: readCacheMiss(response),
    read: model => fromOpenAIResponses(items, importModelOption(model)).session.events,
  }
}

/** Reads a response of the Messages API. */
export function anthropicResponse(response: Raw): ResponseForm {
  return {
    ...anthropicMessages([{ role: 'assistant', content: response.content }]),
    id: stringOr(response.id),
    model: stringOr(response.model),
    usage: usageOf(response.usage, 'messages'),
    dropped: readReportedReasoning(response.input_transformations),
    cacheMiss: readCacheMiss(response),
    isPaused: typeof response.stop_reason === 'string' ? response.stop_reason === 'pause_turn' : null,
  }
}

/** Reads messages of the Messages API. */
export const anthropicMessages = (taken: readonly object[]): ResponseForm => ({
  format: 'anthropic',
  ...bare,
  read: model => fromAnthropic(taken, importModelOption(model)).session.events,
})

/** Reads messages of the AI SDK. */
export const sdkMessages = (taken: readonly object[]): ResponseForm => ({
  ...bare,
  format: 'ai-sdk',
  read: model => fromAISDK({ messages: taken } as never, importModelOption(model)).session.events,
})

/** Reads the messages and the steps of `generateText`. A step is one model call. */
export function sdkResult(messages: readonly object[], steps: readonly unknown[]): ResponseForm {
  const reports = steps.map(step => readSDKReport(objectOr(step).providerMetadata))
  const { usage, response } = objectOr(steps.length === 1 ? steps[0] : null)
  return {
    ...sdkMessages(messages),
    model: stringOr(objectOr(response).modelId),
    // The usage of several steps is not that of the compiled request, which only the first step sent.
    usage: usageOf(usage, 'step'),
    dropped: reports.findLast(report => report !== null) ?? null,
  }
}

/** Reads the result of a model of the AI SDK (`doGenerate`), of any version. */
export function sdkModelResponse(result: Raw): ResponseForm {
  const { id, modelId } = objectOr(result.response)
  return {
    ...sdkMessages([answerMessage(listOr(result.content))]),
    id: stringOr(id),
    model: stringOr(modelId),
    usage: usageOf(result.usage, 'model'),
    dropped: readSDKReport(result.providerMetadata),
  }
}

/** Reads a response of generateContent. */
export function geminiResponse(response: Raw): ResponseForm {
  const [candidate] = listOr(response.candidates)
  const { parts } = objectOr(objectOr(candidate).content)
  return {
    ...geminiContents(parts === undefined ? [] : [{ role: 'model', parts }]),
    id: stringOr(response.responseId),
    model: stringOr(response.modelVersion),
    usage: usageOf(response.usageMetadata, 'generateContent'),
  }
}

/** Reads `contents` of generateContent. Contents without a role count as model output. */
export const geminiContents = (taken: readonly object[]): ResponseForm => ({
  format: 'gemini',
  ...bare,
  read: model => fromGemini(taken.map(withModelRole), importModelOption(model)).session.events,
})

const withModelRole = (content: object): object =>
  (content as Raw).role == null ? { ...content, role: 'model' } : content

/** Keeps an answer in an unknown format as data. */
export const unknownResponse = (given: object): ResponseForm => ({
  format: null,
  ...bare,
  read: () => [
    {
      seq: 0,
      author: 'agent',
      branch: '',
      response: '',
      parts: [{ kind: 'data', value: uncheckedJson(given) }],
    },
  ],
})

/** Id, model and usage of a piece of a response. A piece lacks these fields, so they are empty. */
const bare = { id: '', model: '', usage: null, dropped: null, cacheMiss: null, isPaused: null } as const
