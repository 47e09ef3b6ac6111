import type { Diagnostic } from '../diag/diagnostic.ts'
import { callSettings } from '../diag/importing.ts'
import { isTooDeep } from '../text/depth.ts'
import { isPlain, type Raw } from './read.ts'

/** Settings of `generateText`, `streamText` (ai 4 to 7) and a model's call that only configure how the app calls. */
const aiSdkCall: ReadonlySet<string> = new Set(
  [
    'maxRetries streamRetries maxSteps abortSignal timeout headers stopWhen output experimental_output activeTools',
    'experimental_activeTools toolOrder toolCallConcurrency toolApproval prepareStep experimental_prepareStep',
    'experimental_sandbox experimental_toolCallers experimental_toolApprovalSecret repairToolCall',
    'experimental_repairToolCall experimental_refineToolInput experimental_transform experimental_download',
    'experimental_context experimental_include include includeRawChunks telemetry experimental_telemetry runtimeContext',
    'toolsContext _internal experimental_continueSteps toolCallStreaming experimental_toolCallStreaming',
    'experimental_providerMetadata allowSystemInMessages onChunk onError onFinish onEnd onAbort onStepEnd onStepError',
    'onStepFinish onStart onStepStart onLanguageModelCallStart onLanguageModelCallEnd onToolExecutionStart',
    'onToolExecutionEnd experimental_onStart experimental_onStepStart experimental_onLanguageModelCallStart',
    'experimental_onLanguageModelCallEnd experimental_onToolCallStart experimental_onToolCallFinish',
  ].flatMap(line => line.split(' ')),
)

/** Call settings by format. */
const ofCall: Readonly<Record<'ai-sdk' | 'gemini', ReadonlySet<string>>> = {
  'ai-sdk': aiSdkCall,
  gemini: new Set(['abortSignal']),
}

/** Whether no request can hold a value: a function, an instance of a class, or a value that contains itself. */
const isNoJson = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && (!isPlain(value) || isTooDeep(value)))

/** Returns the names of fields that only configure how the app makes its call: no request holds them. */
export const callFields = (format: keyof typeof ofCall, request: Raw, read: readonly string[]): string[] =>
  Object.keys(request).filter(
    key =>
      !read.includes(key) &&
      (request[key] ?? null) !== null &&
      (ofCall[format].has(key) || isNoJson(request[key])),
  )

/** Returns a diagnostic for the fields that only configure how the app makes its call. */
export const callDiagnostics = (fields: readonly string[]): readonly Diagnostic[] =>
  fields.length === 0 ? [] : [callSettings(fields)]
