import { type RequestForm, splitIntoWords } from '../../../target/request-fields.ts'

/** Request fields of `generateText` in ai 7. The last field is a model's call option. */
export const requestForm: RequestForm = {
  format: 'ai-sdk',
  fields: splitIntoWords(
    'model instructions system messages prompt allowSystemInMessages tools toolChoice maxOutputTokens temperature topP',
    'topK presencePenalty frequencyPenalty stopSequences seed reasoning providerOptions responseFormat',
  ),
  owner: { name: 'The AI SDK', api: 'generateText of the AI SDK' },
  isOpen: () => false,
}
