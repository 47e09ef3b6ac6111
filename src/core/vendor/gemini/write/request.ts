/** Part with a thought signature, which is sent back on the part that it came with. */
export interface Sealed {
  thoughtSignature?: string
}

export interface TextPart extends Sealed {
  text: string
  /** Whether the text is reasoning of the model, not part of its answer. */
  thought?: boolean
}

/** Part with bytes in the request. */
export interface InlineDataPart extends Sealed {
  inlineData: { mimeType: string; data: string }
  /** Whether the model made the image during its reasoning. */
  thought?: boolean
}

/** Part with the URL of a file, or the address of a file stored at Google. */
export interface FileDataPart extends Sealed {
  fileData: { fileUri: string; mimeType?: string }
}

export interface FunctionCallPart extends Sealed {
  functionCall: { id?: string; name: string; args: Record<string, unknown> }
}

export interface FunctionResponsePart extends Sealed {
  functionResponse: {
    id?: string
    name: string
    /** Result under `output`, or an error under `error`; without either key, the whole object is the output. */
    response: Record<string, unknown>
    /** Files of the response. */
    parts?: { inlineData: { mimeType: string; data: string; displayName?: string } }[]
  }
}

/** A part of a content. */
export type Part = TextPart | InlineDataPart | FileDataPart | FunctionCallPart | FunctionResponsePart

export interface Content {
  role: 'user' | 'model'
  parts: Part[]
}

export interface FunctionDeclaration {
  name: string
  description?: string
  /** JSON Schema; omitted for a function without parameters. */
  parametersJsonSchema?: Record<string, unknown>
}

/** Functions to call, or one of Google's own tools, which is sent unchanged, beyond this type. */
export interface GeminiTool {
  functionDeclarations?: FunctionDeclaration[]
}

/**
 * Settings and everything before the history. `toolConfig.functionCallingConfig.mode` and
 * `thinkingConfig.thinkingLevel` are strings in the request; the client types them as its enums, so they are beyond
 * these types.
 */
export interface GeminiConfig {
  systemInstruction?: { parts: TextPart[] }
  temperature?: number
  topP?: number
  topK?: number
  maxOutputTokens?: number
  stopSequences?: string[]
  seed?: number
  presencePenalty?: number
  frequencyPenalty?: number
  responseMimeType?: string
  responseJsonSchema?: Record<string, unknown>
  tools?: GeminiTool[]
  toolConfig?: { functionCallingConfig?: { allowedFunctionNames?: string[] } }
  thinkingConfig?: { includeThoughts?: boolean; thinkingBudget?: number }
  /** Name of an explicit cache. */
  cachedContent?: string
}

/**
 * Parameters of `models.generateContent`. Imported parts and settings that only this API has are sent unchanged, beyond
 * these types.
 */
export interface GeminiRequest {
  /** Omitted only when compiling without a model. */
  model: string
  contents: Content[]
  config?: GeminiConfig
}
