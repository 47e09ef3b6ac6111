// Chunks of Gemini's generateContent. Source: `GenerateContentResponse` in @google/genai/dist/genai.d.ts.
import { GoogleGenAI } from '@google/genai'
import { geminiModel } from '../../../../vendor/gemini/index.ts'
import { unnamed } from '../provider.ts'
import { cut, type Said } from '../said.ts'
import type { Wire } from './wire.ts'

type Part = Readonly<Record<string, unknown>>

const official = (url: string) => new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: url } })

const callsOf = ({ calls }: Said): Part[] =>
  calls.map(({ id, name, input }, index) => ({
    functionCall: { id, name, args: input },
    ...(index === 0 && { thoughtSignature: 'c2lnbmF0dXJl' }),
  }))

const candidate = (parts: readonly Part[], more: object = {}) => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
  modelVersion: 'gemini-3.8-flash-001',
  responseId: 'r1',
})

const ending = ({ searched }: Said) => ({
  finishReason: 'STOP',
  ...(searched && {
    groundingMetadata: {
      webSearchQueries: ['x'],
      groundingChunks: [{ web: { uri: 'https://example.com/a', title: 'A page' } }],
    },
  }),
})

const usageMetadata = {
  ...{ promptTokenCount: 100, cachedContentTokenCount: 40, candidatesTokenCount: 20 },
  ...{ thoughtsTokenCount: 10, totalTokenCount: 130 },
}

export const content: Wire = {
  model: 'gemini-3.8-flash',
  client: url => geminiModel(official(url)),
  unary: (url, request) =>
    official(url).models.generateContent(request as never) as unknown as Promise<object>,
  body(said) {
    const { reasoning } = said
    const text = said.text + said.refusal
    const parts = [
      ...(reasoning === '' ? [] : [{ text: reasoning, thought: true }]),
      ...(text === '' ? [] : [{ text }]),
      ...callsOf(said),
    ]
    return { ...candidate(parts, ending(said)), usageMetadata }
  },
  pieces(said) {
    const chunks = [
      ...cut(said.reasoning, said.cuts).map(text => candidate([{ text, thought: true }])),
      ...cut(said.text + said.refusal, said.cuts).map(text => candidate([{ text }])),
      ...callsOf(said).map(part => candidate([part])),
      { ...candidate([{ text: '' }], ending(said)), usageMetadata },
    ]
    return unnamed(chunks)
  },
  error: status => ({ error: { code: status, message: `status ${status}`, status: 'UNAVAILABLE' } }),
  limited: seconds => ({
    status: 429,
    json: {
      error: {
        ...{ code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED' },
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${seconds}s` }],
      },
    },
  }),
  errorPiece: unnamed([
    { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } },
  ])[0] as string,
}
