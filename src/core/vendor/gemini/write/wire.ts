import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { Content, FunctionCallPart, FunctionResponsePart, GeminiConfig, Part } from './request.ts'

/** Content fields of a part. A part has one content field; its other fields describe the content. */
const dataKeys: ReadonlySet<string> = new Set([
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'audioTranscription',
])

const besideKeys: ReadonlySet<string> = new Set([
  'thought',
  'thoughtSignature',
  'partMetadata',
  'videoMetadata',
  'mediaResolution',
  'mediaProcessing',
  'speechMetadata',
])

/** Returns the keys of a part that contain content. These are known keys, or unknown keys of a newer API. */
export const contentKeys = (part: object): string[] =>
  Object.entries(part)
    .filter(([key, value]) => !besideKeys.has(key) && value !== undefined && value !== null)
    .map(([key]) => key)

/** Whether a key may be a content field of an API that is newer than these tables. */
export const isNewKey = (key: string): boolean =>
  /^[a-z][a-zA-Z]+$/.test(key) && !dataKeys.has(key) && !besideKeys.has(key)

/** Part of any kind, with optional fields. */
export type AnyPart = Partial<FunctionCallPart> &
  Partial<FunctionResponsePart> & {
    readonly text?: unknown
    readonly thought?: unknown
    readonly thoughtSignature?: unknown
    readonly inlineData?: unknown
    readonly fileData?: unknown
    readonly executableCode?: unknown
    readonly codeExecutionResult?: unknown
    readonly toolCall?: unknown
    readonly toolResponse?: unknown
  }

export const partsOf = ({ parts }: Content): readonly AnyPart[] => parts as unknown as readonly AnyPart[]

export const callsOf = (content: Content): FunctionCallPart[] =>
  content.parts.filter((part): part is FunctionCallPart => 'functionCall' in part)

export const responsesOf = (content: Content): FunctionResponsePart[] =>
  content.parts.filter((part): part is FunctionResponsePart => 'functionResponse' in part)

/** Whether a part contains reasoning only. */
export const isThought = (part: Part): boolean =>
  ('inlineData' in part && part.thought === true) ||
  ('text' in part && (part.thought === true || (part.text === '' && part.thoughtSignature !== undefined)))

/**
 * Placeholder that makes the API skip the check of a signature. It is used for calls without a signature, such as calls
 * by another vendor's model.
 */
export const sentinel = 'skip_thought_signature_validator'

/** Whether a value is a signature: base64 text. */
export const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9+/_-]+={0,2}$/.test(value)

/** Settings that are strings in the request but enums in the client's types. */
interface Untyped {
  readonly toolConfig?: {
    readonly functionCallingConfig?: { readonly mode?: unknown; readonly allowedFunctionNames?: unknown }
  }
  readonly thinkingConfig?: JsonObject
  readonly responseSchema?: unknown
}

export const asUntypedConfig = (config: GeminiConfig | undefined): Untyped => (config ?? {}) as Untyped

/** Returns the names of Google's own tools among the declared tools: all keys of a tool except its functions. */
export const googleToolNames = (config: GeminiConfig | undefined): string[] =>
  (config?.tools ?? []).flatMap(tool =>
    isObject(tool) ? Object.keys(tool).filter(key => key !== 'functionDeclarations') : [],
  )

export const declaredFunctions = (config: GeminiConfig | undefined): string[] =>
  (config?.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
    functionDeclarations.map(({ name }) => name),
  )
