import { type ModelVersion, toPrompt } from '../../../core/adapter/ai-sdk/prompt.ts'
import type { AISDKRequest, ToolDeclaration } from '../../../core/vendor/ai-sdk/write/request.ts'

/** Options of an AI SDK model's `doStream`, reduced to those that a compiled request sets. */
export interface StreamCallOptions {
  readonly prompt: readonly object[]
  readonly tools?: readonly object[]
  readonly toolChoice?: object
  readonly abortSignal: AbortSignal
  readonly [setting: string]: unknown
}

/** Fields of a compiled request that are converted, because a model expects them in another form. */
type Converted = 'system' | 'messages' | 'allowSystemInMessages' | 'tools' | 'toolChoice'

/** Returns the options of a call for a compiled request. */
export function callOptions(
  request: AISDKRequest,
  version: string,
  abortSignal: AbortSignal,
): StreamCallOptions {
  const { system: _, messages: __, allowSystemInMessages: ___, tools, toolChoice, ...settings } = request
  const rest: Omit<AISDKRequest, Converted> = settings
  return {
    ...rest,
    prompt: toPrompt(request, version as ModelVersion),
    ...(tools !== undefined && {
      tools: Object.entries(tools).map(([name, tool]) => toModelTool(name, tool, version)),
    }),
    ...(toolChoice !== undefined && {
      toolChoice: typeof toolChoice === 'string' ? { type: toolChoice } : toolChoice,
    }),
    abortSignal,
  }
}

/** Provider-defined tool, as in a compiled request. */
interface ProviderTool {
  readonly type?: unknown
  readonly id?: unknown
  readonly args?: unknown
  readonly inputExamples?: unknown
}

/** Converts a tool to the form that a model expects: without functions, and with a plain JSON schema. */
function toModelTool(name: string, tool: ToolDeclaration & ProviderTool, version: string): object {
  const { type, id, args = {}, description, inputSchema, strict, providerOptions, inputExamples } = tool
  if (id !== undefined && type !== 'function' && type !== 'dynamic')
    return { type: version === 'v2' ? 'provider-defined' : 'provider', id, name, args }
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    inputSchema: inputSchema.jsonSchema,
    ...(strict !== undefined && { strict }),
    ...(inputExamples !== undefined && { inputExamples }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}
