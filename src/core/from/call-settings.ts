import type { Diagnostic } from '../diag/diagnostic.ts'
import { callSettingsNotSent } from '../diag/importing.ts'
import { isTooDeep } from '../text/depth.ts'
import { isPlain, type Raw } from './read.ts'

/**
 * Settings of `generateText`, `streamText` (ai 4 to 7) and a model's call that the app's call needs, but the prompt
 * does not.
 */
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

/** Settings that only configure the app's call, by format. */
const ofCall: Readonly<Record<'ai-sdk' | 'gemini', ReadonlySet<string>>> = {
  'ai-sdk': aiSdkCall,
  gemini: new Set(['abortSignal']),
}

/** Whether a value cannot be written as JSON: a function, a class instance, or a value that contains itself. */
const isNoJson = (value: unknown): boolean =>
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && (!isPlain(value) || isTooDeep(value)))

/**
 * Returns the names of a request's fields that only configure the app's call. No compiled request contains these
 * fields.
 */
export const callOnlyFields = (
  format: keyof typeof ofCall,
  request: Raw,
  read: readonly string[],
): string[] =>
  Object.keys(request).filter(
    key =>
      !read.includes(key) &&
      (request[key] ?? null) !== null &&
      (ofCall[format].has(key) || isNoJson(request[key])),
  )

/** Returns a diagnostic for the fields that only configure the app's call; an empty list for no fields. */
export const callDiagnostics = (fields: readonly string[]): readonly Diagnostic[] =>
  fields.length === 0 ? [] : [callSettingsNotSent(fields)]
