/** A thought signature goes back on the part that it came with. */
export interface Sealed {
  thoughtSignature?: string
}

export interface TextPart extends Sealed {
  text: string
  /** Whether the text is a thought of the model, not part of its answer. */
  thought?: boolean
}

/** Bytes in the request. */
export interface InlineDataPart extends Sealed {
  inlineData: { mimeType: string; data: string }
  /** A picture that the model made while it thought. */
  thought?: boolean
}

/** Bytes behind a URL, or stored at Google. */
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
    /** `output` is what the function gave, `error` what went wrong; without either all of it is output. */
    response: Record<string, unknown>
    /** Files that belong to it. */
    parts?: { inlineData: { mimeType: string; data: string; displayName?: string } }[]
  }
}

/** A piece of a content. */
export type Part = TextPart | InlineDataPart | FileDataPart | FunctionCallPart | FunctionResponsePart

export interface Content {
  role: 'user' | 'model'
  parts: Part[]
}

export interface FunctionDeclaration {
  name: string
  description?: string
  /** JSON Schema; left out for a function without parameters. */
  parametersJsonSchema?: Record<string, unknown>
}

/** Functions to call; or one of Google's own tools, which goes out as it came in, beyond this type. */
export interface GeminiTool {
  functionDeclarations?: FunctionDeclaration[]
}

/**
 * Settings and what stands before the history. `toolConfig.functionCallingConfig.mode` and
 * `thinkingConfig.thinkingLevel` are strings in the request; the client types them as its enums, so that they are
 * beyond these types.
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
  /** The name of an explicit cache. */
  cachedContent?: string
}

/**
 * Parameters of `models.generateContent`. Provider-only parts and settings that came in go out as they were, beyond
 * these types.
 */
export interface GeminiRequest {
  /** Left out only when compiling without a model. */
  model: string
  contents: Content[]
  config?: GeminiConfig
}
