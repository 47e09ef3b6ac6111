import { type RequestForm, splitIntoWords } from '../../../target/request-fields.ts'

/**
 * Request fields in `GenerateContentConfig` of @google/genai 3.1. The client sends only these fields, for any model.
 */
export const requestForm: RequestForm = {
  format: 'gemini',
  fields: splitIntoWords(
    'httpOptions abortSignal serviceTier systemInstruction temperature topP topK candidateCount maxOutputTokens',
    'stopSequences responseLogprobs logprobs presencePenalty frequencyPenalty seed responseMimeType responseSchema',
    'responseJsonSchema routingConfig modelSelectionConfig safetySettings tools toolConfig labels cachedContent',
    'responseModalities mediaResolution speechConfig audioTimestamp automaticFunctionCalling thinkingConfig',
    'audioTranscriptionConfig imageConfig enableEnhancedCivicAnswers modelArmorConfig continuationToken',
    'automaticContinuation generationOutputConfig store',
  ),
  owner: { name: "Google's client", api: "Google's client" },
  isOpen: () => false,
}
