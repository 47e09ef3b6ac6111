// Gemini's generateContent: an answer as one content, or as one content for each part of a stream.
import { type Answer, json, type Said, sse, type Wire } from './script.ts'

function partOf(said: Said, first: boolean): object {
  if ('raw' in said) return said.raw
  const sign = 'sign' in said && said.sign !== undefined ? { thoughtSignature: said.sign } : {}
  if ('thought' in said) return { text: said.thought, thought: true, ...sign }
  if ('redacted' in said) return { text: '', thought: true, thoughtSignature: said.redacted }
  if ('call' in said) {
    // Gemini 3 signs the first call of a step, and no other.
    const signed = 'sign' in said ? sign : first ? { thoughtSignature: 'c2lnbmVkIGNhbGw=' } : {}
    return { functionCall: { name: said.call, args: said.input }, ...signed }
  }
  return { text: said.text, ...sign }
}

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }

export const geminiWire: Wire = (answer: Answer, at, { url }) => {
  const first = answer.findIndex(said => 'call' in said)
  const parts = answer.map((said, index) => partOf(said, index === first))
  const head = { usageMetadata, modelVersion: 'gemini', responseId: `r${at}` }
  const content = (some: readonly object[], finishReason?: string): object => ({
    candidates: [
      {
        index: 0,
        content: { role: 'model', parts: some },
        ...(finishReason !== undefined && { finishReason }),
      },
    ],
    ...head,
  })
  if (!url.includes('streamGenerateContent')) return json(content(parts, 'STOP'))
  return sse(
    parts.map((part, index) => content([part], index === parts.length - 1 ? 'STOP' : undefined)),
    { named: false },
  )
}
