import { any, boolean, list, object, oneOf, record, type Shape, string } from '../shape.ts'

const anys = (keys: string): Record<string, Shape> =>
  Object.fromEntries(keys.split(' ').map(key => [key, any]))

/** d.ts `Blob`: data is base64. */
const blob = object({ data: string, mimeType: string }, ['data', 'mimeType'])

/** d.ts `Part`. */
const part = object({
  ...anys(
    'mediaResolution toolCall toolResponse audioTranscription codeExecutionResult executableCode fileData',
  ),
  ...anys(
    'functionCall functionResponse thought thoughtSignature videoMetadata partMetadata mediaProcessing',
  ),
  ...anys('speechMetadata'),
  text: string,
  inlineData: blob,
})

/** d.ts `Content`. */
const content = object({ role: string, parts: list(part) }, ['parts'])

/** d.ts `FunctionDeclaration`. */
const declaration = object(
  {
    name: string,
    description: string,
    behavior: oneOf('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'),
    ...anys('parameters parametersJsonSchema response responseJsonSchema'),
  },
  ['name'],
)

/** d.ts `Tool`. */
const tool = object({
  functionDeclarations: list(declaration),
  ...anys('retrieval googleMaps mcpServers codeExecution computerUse enterpriseWebSearch exaAiSearch'),
  ...anys('googleSearch googleSearchRetrieval parallelAiSearch urlContext fileSearch'),
})

/** d.ts `LiveClientSetup`. */
export const setup = object(
  {
    model: string,
    generationConfig: record,
    systemInstruction: content,
    tools: list(tool),
    realtimeInputConfig: object({
      automaticActivityDetection: object({
        disabled: boolean,
        ...anys('startOfSpeechSensitivity endOfSpeechSensitivity prefixPaddingMs silenceDurationMs'),
      }),
      activityHandling: oneOf(
        'ACTIVITY_HANDLING_UNSPECIFIED',
        'START_OF_ACTIVITY_INTERRUPTS',
        'NO_INTERRUPTION',
      ),
      turnCoverage: string,
      interimTranscriptTimestampEnabled: boolean,
    }),
    sessionResumption: object({ handle: any, transparent: boolean }),
    contextWindowCompression: object({ triggerTokens: any, slidingWindow: object({ targetTokens: any }) }),
    historyConfig: object({ initialHistoryInClientContent: boolean }),
    proactivity: object({ proactiveAudio: boolean, proactiveVideo: boolean }),
    explicitVadSignal: boolean,
    ...Object.fromEntries(
      ['inputAudioTranscription', 'outputAudioTranscription', 'avatarConfig', 'labels'].map(key => [
        key,
        record,
      ]),
    ),
    safetySettings: list(record),
  },
  ['model'],
)

/** d.ts `LiveClientContent`. */
export const clientContent = object({ turns: list(content), turnComplete: boolean })

/** d.ts `LiveClientRealtimeInput`. */
export const realtimeInput = object({
  mediaChunks: list(blob),
  audio: blob,
  video: blob,
  text: string,
  audioStreamEnd: boolean,
  activityStart: object({}),
  activityEnd: object({}),
})

/** d.ts `LiveClientContextUpdate`. */
export const contextUpdate = object({ systemInstruction: content, tools: object({ tools: list(tool) }) })

const response = {
  id: string,
  name: string,
  response: record,
  parts: list(record),
}

/** d.ts `FunctionResponse`. */
export const toolResponse = object({
  functionResponses: list(
    object(
      {
        ...response,
        scheduling: oneOf('SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT'),
        willContinue: boolean,
      },
      ['name', 'response'],
    ),
  ),
})

/** `FunctionResponse` of Vertex: `scheduling` and `willContinue` do not exist there (live-2026.md A1). */
export const vertexToolResponse = object({ functionResponses: list(object(response, ['name', 'response'])) })
