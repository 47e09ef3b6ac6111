import type { FormatName } from '../ir/extra.ts'

/** Reason why the importer ignores a field on purpose. */
type Reason =
  | 'says which reader reads'
  | 'names the thing among its like'
  | 'says when or how far something came'
  | 'describes a file that is read'
  | 'measures or describes an answer'
  | 'is how the app or the framework runs the call'

/**
 * Fields that contain an identifier, never prose. So a value with white space is no identifier, and is reported as
 * unread.
 */
const signs: Readonly<Record<string, Reason>> = {
  role: 'says which reader reads',
  type: 'says which reader reads',
  kind: 'says which reader reads',
  object: 'says which reader reads',
  id: 'names the thing among its like',
  index: 'names the thing among its like',
  model: 'names the thing among its like',
  modelVersion: 'names the thing among its like',
  model_version: 'names the thing among its like',
  responseId: 'names the thing among its like',
  response_id: 'names the thing among its like',
  tool_call_id: 'names the thing among its like',
  toolCallId: 'names the thing among its like',
  call_id: 'names the thing among its like',
  timestamp: 'says when or how far something came',
  created: 'says when or how far something came',
  created_at: 'says when or how far something came',
  createdAt: 'says when or how far something came',
  updated_at: 'says when or how far something came',
  updatedAt: 'says when or how far something came',
  status: 'says when or how far something came',
  finish_reason: 'says when or how far something came',
  finishReason: 'says when or how far something came',
  stop_reason: 'says when or how far something came',
  stop_sequence: 'says when or how far something came',
  format: 'describes a file that is read',
  mediaType: 'describes a file that is read',
  media_type: 'describes a file that is read',
  mimeType: 'describes a file that is read',
  mime_type: 'describes a file that is read',
  contentType: 'describes a file that is read',
  system_fingerprint: 'measures or describes an answer',
  service_tier: 'measures or describes an answer',
  tool_choice: 'says which reader reads',
}

/** Identifier fields that exist in only one format. */
const ownSigns: Partial<Record<FormatName, Readonly<Record<string, Reason>>>> = {
  adk: {
    author: 'says which reader reads',
    transferToAgent: 'says which reader reads',
    transfer_to_agent: 'says which reader reads',
    rewindBeforeInvocationId: 'names the thing among its like',
    rewind_before_invocation_id: 'names the thing among its like',
    appName: 'names the thing among its like',
    app_name: 'names the thing among its like',
    userId: 'names the thing among its like',
    user_id: 'names the thing among its like',
    lastUpdateTime: 'says when or how far something came',
    last_update_time: 'says when or how far something came',
    interactionId: 'names the thing among its like',
    interaction_id: 'names the thing among its like',
    invocationId: 'names the thing among its like',
    invocation_id: 'names the thing among its like',
  },
  langchain: {
    lc_namespace: 'says which reader reads',
    _type: 'says which reader reads',
    source_type: 'says which reader reads',
    chunk_position: 'says when or how far something came',
  },
  text: {
    from: 'says which reader reads',
  },
  gemini: {
    mode: 'says which reader reads',
    thinkingLevel: 'says which reader reads',
    thinking_level: 'says which reader reads',
    responseMimeType: 'says which reader reads',
    response_mime_type: 'says which reader reads',
  },
  'ai-sdk': {
    state: 'says when or how far something came',
  },
}

/** Fields that are ignored at any depth, because nothing in them is meant for a model. */
const records: Readonly<Record<string, Reason>> = {
  usage: 'measures or describes an answer',
  usage_metadata: 'measures or describes an answer',
  usageMetadata: 'measures or describes an answer',
  response_metadata: 'measures or describes an answer',
  logprobs: 'measures or describes an answer',
  logprobsResult: 'measures or describes an answer',
  stop_details: 'measures or describes an answer',
  longRunningToolIds: 'names the thing among its like',
  long_running_tool_ids: 'names the thing among its like',
  // Serialized LangChain classes repeat their fields under this key.
  lc_kwargs: 'says which reader reads',
  // Requests with which the framework asks its app for credentials or confirmations.
  requestedAuthConfigs: 'is how the app or the framework runs the call',
  requested_auth_configs: 'is how the app or the framework runs the call',
  requestedToolConfirmations: 'is how the app or the framework runs the call',
  requested_tool_confirmations: 'is how the app or the framework runs the call',
  headers: 'is how the app or the framework runs the call',
  telemetry: 'is how the app or the framework runs the call',
  experimental_telemetry: 'is how the app or the framework runs the call',
}

/** Whether the importer ignores a text on purpose, because the text's field contains only an identifier. */
export const isIdentifierText = (format: FormatName, field: string, text: string): boolean =>
  (Object.hasOwn(signs, field) || Object.hasOwn(ownSigns[format] ?? {}, field)) && !/\s/.test(text)

/**
 * Fields of one format that contain nothing for a model. For example, a LangChain result repeats its tool's metadata
 * for tracing.
 */
const ownRecords: Partial<Record<FormatName, Readonly<Record<string, Reason>>>> = {
  langchain: { metadata: 'is how the app or the framework runs the call' },
}

/** Whether the importer ignores a field of a format, with everything inside it, on purpose. */
export const isIgnoredField = (format: FormatName, field: string): boolean =>
  Object.hasOwn(records, field) || Object.hasOwn(ownRecords[format] ?? {}, field)
