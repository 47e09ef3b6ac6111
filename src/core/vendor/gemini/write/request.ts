/** Part with a thought signature. The signature must be sent back on the part with which it came. */
export interface Sealed {
  thoughtSignature?: string
}

export interface TextPart extends Sealed {
  text: string
  /** Whether the text is the model's reasoning rather than its answer. */
  thought?: boolean
}

/** Part that contains a file's bytes. */
export interface InlineDataPart extends Sealed {
  inlineData: { mimeType: string; data: string }
  /** Whether the model made the image during its reasoning. */
  thought?: boolean
}

/** Part that refers to a file by URL, or by the address of a file stored at Google. */
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
    /** Result under `output`, or error under `error`. If the object has neither key, the whole object is the output. */
    response: Record<string, unknown>
    /** Files that the function returned. */
    parts?: { inlineData: { mimeType: string; data: string; displayName?: string } }[]
  }
}

/** Part of a content. */
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

/**
 * Functions to call, or one of Google's own tools. Fields of Google's tools that this type does not declare are sent
 * unchanged.
 */
export interface GeminiTool {
  functionDeclarations?: FunctionDeclaration[]
}

/**
 * Settings, instruction and tools. `toolConfig.functionCallingConfig.mode` and `thinkingConfig.thinkingLevel` are
 * strings in the request, but enums in the client's types, so they are not declared here.
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
  /** Name of an explicit cache to use. */
  cachedContent?: string
}

/**
 * Parameters of `models.generateContent`. Imported parts and settings that these types do not declare are sent
 * unchanged.
 */
export interface GeminiRequest {
  /** Omitted only when compiling without a model. */
  model: string
  contents: Content[]
  config?: GeminiConfig
}
