import { scriptedWords } from '../answer-pieces.ts'
import { replyGemini } from '../fake/gemini/request.ts'
import { type Fields, fieldsOf, listOfShape } from '../fake/shape.ts'
import { type API, dataEvent } from './api.ts'

/** Path of a request to a model, with the model's name. */
const path = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/

/** Signature of the first call of an answer. Models of Gemini 3 require one in the next request. */
const thoughtSignature = 'c2NyaXB0ZWQ='

/** The Gemini API, `generateContent` and `streamGenerateContent`. */
export const geminiAPI: API = {
  read(given, { contents, generationConfig, ...others }) {
    const [, model, method] = path.exec(given) ?? []
    if (model === undefined) return null
    // The fake reads the parameters of Google's client, which has the settings of a request in one field.
    const config = { ...fieldsOf(generationConfig), ...others }
    return { body: { model, contents, config }, isStreamed: method === 'streamGenerateContent' }
  },
  hasInputs: true,
  write(request, { number, text, calls, usage, finish }) {
    const parts = [
      ...(text === '' ? [] : [{ text }]),
      ...calls.map(({ id, name, input: args }, index) => ({
        functionCall: { id, name, args },
        ...(index === 0 && { thoughtSignature }),
      })),
    ]
    return {
      ...replyGemini(request),
      candidates: [{ content: { role: 'model', parts }, finishReason: finish ?? 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: usage.inputTokens,
        candidatesTokenCount: usage.outputTokens,
        totalTokenCount: usage.inputTokens + usage.outputTokens,
      },
      responseId: `response_${number}`,
    }
  },
  stream(body, _, error) {
    const { candidates, usageMetadata, ...others } = body
    const { content, finishReason } = fieldsOf(listOfShape(candidates)[0])
    const parts = listOfShape(fieldsOf(content).parts).flatMap(part => {
      const { text } = fieldsOf(part)
      return typeof text === 'string' ? scriptedWords(text).map(word => ({ text: word })) : [fieldsOf(part)]
    })
    const chunk = (part: Fields, isLast: boolean): Fields => ({
      candidates: [{ content: { role: 'model', parts: [part] }, ...(isLast && { finishReason }), index: 0 }],
      ...(isLast && { usageMetadata }),
      ...others,
    })
    const all = parts.length === 0 ? [{ text: '' }] : parts
    const chunks = all.map((part, index) => chunk(part, error === null && index === all.length - 1))
    return [...chunks, ...(error === null ? [] : [geminiAPI.error(500, error)])].map(dataEvent)
  },
  error: (code, { type, message }) => ({ error: { code, message, status: type } }),
}
