import {
  acceptAnything,
  boolean,
  type ShapeReader,
  wireList,
  wireObject,
  wireOneOf,
  wireRecord,
  wireString,
} from '../shape.ts'

const anyValues = (keys: string): Record<string, ShapeReader> =>
  Object.fromEntries(keys.split(' ').map(key => [key, acceptAnything]))

/** Shape of the SDK type `Blob`, whose data is base64. */
const blob = wireObject({ data: wireString, mimeType: wireString }, ['data', 'mimeType'])

/** Shape of the SDK type `Part`. */
const part = wireObject({
  ...anyValues(
    'mediaResolution toolCall toolResponse audioTranscription codeExecutionResult executableCode fileData',
  ),
  ...anyValues(
    'functionCall functionResponse thought thoughtSignature videoMetadata partMetadata mediaProcessing',
  ),
  ...anyValues('speechMetadata'),
  text: wireString,
  inlineData: blob,
})

/** Shape of the SDK type `Content`. */
const content = wireObject({ role: wireString, parts: wireList(part) }, ['parts'])

/** Shape of the SDK type `FunctionDeclaration`. */
const declaration = wireObject(
  {
    name: wireString,
    description: wireString,
    behavior: wireOneOf('UNSPECIFIED', 'BLOCKING', 'NON_BLOCKING'),
    ...anyValues('parameters parametersJsonSchema response responseJsonSchema'),
  },
  ['name'],
)

/** Shape of the SDK type `Tool`. */
const tool = wireObject({
  functionDeclarations: wireList(declaration),
  ...anyValues('retrieval googleMaps mcpServers codeExecution computerUse enterpriseWebSearch exaAiSearch'),
  ...anyValues('googleSearch googleSearchRetrieval parallelAiSearch urlContext fileSearch'),
})

/** Shape of the SDK type `LiveClientSetup`. */
export const setup = wireObject(
  {
    model: wireString,
    generationConfig: wireRecord,
    systemInstruction: content,
    tools: wireList(tool),
    realtimeInputConfig: wireObject({
      automaticActivityDetection: wireObject({
        disabled: boolean,
        ...anyValues('startOfSpeechSensitivity endOfSpeechSensitivity prefixPaddingMs silenceDurationMs'),
      }),
      activityHandling: wireOneOf(
        'ACTIVITY_HANDLING_UNSPECIFIED',
        'START_OF_ACTIVITY_INTERRUPTS',
        'NO_INTERRUPTION',
      ),
      turnCoverage: wireString,
      interimTranscriptTimestampEnabled: boolean,
    }),
    sessionResumption: wireObject({ handle: acceptAnything, transparent: boolean }),
    contextWindowCompression: wireObject({
      triggerTokens: acceptAnything,
      slidingWindow: wireObject({ targetTokens: acceptAnything }),
    }),
    historyConfig: wireObject({ initialHistoryInClientContent: boolean }),
    proactivity: wireObject({ proactiveAudio: boolean, proactiveVideo: boolean }),
    explicitVadSignal: boolean,
    ...Object.fromEntries(
      ['inputAudioTranscription', 'outputAudioTranscription', 'avatarConfig', 'labels'].map(key => [
        key,
        wireRecord,
      ]),
    ),
    safetySettings: wireList(wireRecord),
  },
  ['model'],
)

/** Shape of the SDK type `LiveClientContent`. */
export const clientContent = wireObject({ turns: wireList(content), turnComplete: boolean })

/** Shape of the SDK type `LiveClientRealtimeInput`. */
export const realtimeInput = wireObject({
  mediaChunks: wireList(blob),
  audio: blob,
  video: blob,
  text: wireString,
  audioStreamEnd: boolean,
  activityStart: wireObject({}),
  activityEnd: wireObject({}),
})

/** Shape of the SDK type `LiveClientContextUpdate`. */
export const contextUpdate = wireObject({
  systemInstruction: content,
  tools: wireObject({ tools: wireList(tool) }),
})

const response = {
  id: wireString,
  name: wireString,
  response: wireRecord,
  parts: wireList(wireRecord),
}

/** Shape of the SDK type `FunctionResponse`. */
export const toolResponse = wireObject({
  functionResponses: wireList(
    wireObject(
      {
        ...response,
        scheduling: wireOneOf('SCHEDULING_UNSPECIFIED', 'SILENT', 'WHEN_IDLE', 'INTERRUPT'),
        willContinue: boolean,
      },
      ['name', 'response'],
    ),
  ),
})

/** Shape of `FunctionResponse` on Vertex, which has no `scheduling` and no `willContinue` (live-2026.md A1). */
export const vertexToolResponse = wireObject({
  functionResponses: wireList(wireObject(response, ['name', 'response'])),
})
