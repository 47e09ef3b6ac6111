import type { AnswerPiece, GeneratedContent, Line } from './run.ts'

const owns: readonly object[] = [
  { executableCode: { language: 'PYTHON', code: 'print(1)' } },
  { text: 'hm', thought: true },
  { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
  { hologram: { x: 1 } },
  { text: 5 },
  {},
]

const part = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { text: content.text }
  if (content.kind === 'own') return owns[content.variant % owns.length] as object
  const mimeType = content.kind === 'document' ? 'application/pdf' : `${content.kind}/png`
  return content.source === 'url' || content.source === 'id'
    ? { fileData: { fileUri: 'https://x.org/a', mimeType } }
    : { inline_data: { data: 'AAAA', mime_type: mimeType } }
}

function said(piece: AnswerPiece): object {
  if (piece.kind === 'text') return { text: piece.text }
  if (piece.kind === 'own') return owns[piece.variant % owns.length] as object
  if (piece.kind === 'thought')
    return { text: piece.text, thought: true, ...(piece.seal && { thoughtSignature: piece.seal }) }
  const { id, name, value } = piece.call
  return { functionCall: { ...(id !== '' && { id }), name, args: value } }
}

const strays: readonly object[] = [
  { author: 'agent', partial: true, content: { role: 'model', parts: [{ text: 'half a' }] } },
  { author: 'agent', content: { role: 'model', parts: [] } },
  { author: 'user', actions: { stateDelta: { key: 1 } } },
  { author: 'agent', errorCode: 'SAFETY', errorMessage: 'no' },
  { author: 'developer', content: { parts: [{ text: 'An agent of that name.' }] } },
  { author: 'user', inputTranscription: { text: 'Spoken.', finished: true } },
  { author: 'agent', outputTranscription: { text: 'Said.', finished: true } },
  {
    author: 'agent',
    content: { parts: [{ functionCall: { name: 'adk_request_credential', args: { key: 's' } } }] },
  },
  { author: 'user', actions: { rewindBeforeInvocationId: 'i2' } },
  {
    author: 'user',
    actions: {
      compaction: {
        startTimestamp: 0,
        endTimestamp: 3,
        compactedContent: { role: 'model', parts: [{ text: 'So far.' }] },
      },
    },
  },
  { content: { parts: [{ text: 'By nobody.' }] } },
]

const base = (place: number): object =>
  place % 2 === 0
    ? { id: `e${place}`, invocationId: `i${place >> 2}`, timestamp: place + 1 }
    : { id: `e${place}`, invocation_id: `i${place >> 2}`, timestamp: place + 1 }

/** Writes a run as events of an ADK session. */
export const toAdk = (lines: readonly Line[]): unknown[] =>
  lines.map((line, place) => {
    const around = base(place)
    const branch = place % 9 === 8 ? { branch: 'root.helper' } : {}
    if (line.kind === 'user')
      return { ...around, author: 'user', content: { role: 'user', parts: line.contents.map(part) } }
    if (line.kind === 'system')
      return { ...around, author: 'system', content: { parts: [{ text: line.text }] } }
    if (line.kind === 'own') return { ...around, ...strays[line.variant % strays.length] }
    if (line.kind === 'model')
      return {
        ...around,
        ...branch,
        author: place % 5 === 4 ? 'helper' : 'agent',
        content: { role: 'model', parts: line.pieces.map(said) },
        usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
      }
    const { id, name } = line.call
    const words = line.contents.map(content => (content.kind === 'text' ? content.text : content.kind))
    const response = line.failed ? { error: words.join() } : { result: words.length === 1 ? words[0] : words }
    const answered = { ...(id !== '' && { id }), name, response }
    return {
      ...around,
      author: 'agent',
      content: {
        role: 'user',
        parts: [place % 3 === 0 ? { function_response: answered } : { functionResponse: answered }],
      },
    }
  })
