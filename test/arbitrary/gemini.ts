import type { AnswerPiece, GeneratedContent, Line } from './run.ts'

const files = (kind: string, source: string): object => {
  if (source === 'url') return { fileData: { fileUri: 'https://x.org/a.pdf', mimeType: 'application/pdf' } }
  if (source === 'id')
    return { fileData: { fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } }
  if (source === 'text') return { inlineData: { mimeType: 'text/plain', data: 'AAAA' } }
  const types = { image: 'image/png', audio: 'audio/wav', document: 'application/pdf' } as const
  const mimeType = source === 'odd' ? 'image/tiff' : types[kind as keyof typeof types]
  return { inlineData: { mimeType, data: 'AAAA', ...(source === 'odd' && { displayName: 'a' }) } }
}

const owns: readonly object[] = [
  { hologram: { data: 'x' } },
  {},
  { text: 5 },
  { text: 'said', thoughtSignature: 'AAAA' },
  { text: 'in the wrong mouth', thought: true },
  { functionCall: { name: 'search', args: {} } },
  { functionResponse: { name: 'search', id: 'nobody', response: { output: 'orphan' } } },
  { executableCode: { code: 'print(1)', language: 'PYTHON' } },
  { inlineData: {} },
  { text: 'seen', videoMetadata: { fps: 1 }, partMetadata: { note: 'mine' } },
  { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
]

const part = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : files(content.kind, content.source)
}

const code = { executableCode: { code: 'print(1)', language: 'PYTHON' } }
const ran = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }
const search = { toolType: 'GOOGLE_SEARCH_WEB', id: 'st_1' }

const ownParts: readonly (readonly object[])[] = [
  [code, ran],
  [code],
  [ran],
  [
    { toolCall: { ...search, args: { queries: ['weather'] } }, thoughtSignature: 'AAAA' },
    { toolResponse: { ...search, response: { found: 'sun' } } },
  ],
  [{ toolCall: search }],
  [{ hologram: { data: 'x' } }],
  [{ text: '', thoughtSignature: 'AAAA' }],
  [{ inlineData: { mimeType: 'image/png', data: 'AAAA' }, thoughtSignature: 'BBBB' }],
  [{ function_call: { name: 'search', args: { a_b: 1 } }, thought_signature: 'CCCC' }],
  [{}],
  [{ functionResponse: { name: 'search', response: { output: 'self-made' } } }],
  [{ text: 'two things', functionCall: { name: 'run', args: {} } }],
]

/**
 * Writes a piece of an answer. The signature is on the thought, the words or the first call, depending on the piece.
 */
function parts(piece: AnswerPiece, at: number): readonly object[] {
  if (piece.kind === 'text')
    return [{ text: piece.text, ...(piece.text.length % 3 === 0 && { thoughtSignature: 'AAAA' }) }]
  if (piece.kind === 'own') return ownParts[piece.variant % ownParts.length] as readonly object[]
  if (piece.kind === 'thought') {
    const sealed = piece.seal === '' || piece.redacted ? {} : { thoughtSignature: piece.seal }
    return [{ text: piece.text, thought: true, ...sealed }]
  }
  const { id, name, value, freeform } = piece.call
  const seal = at % 2 === 0 ? { thoughtSignature: 'EEEE' } : {}
  return [{ functionCall: { ...(!freeform && { id }), name, args: value }, ...seal }]
}

const strays: readonly object[] = [
  { role: 'system', parts: [{ text: 'Late rule.' }] },
  { role: 'function', parts: [{ functionResponse: { name: 'search', response: { result: 'old style' } } }] },
  { role: 'user', parts: [] },
  { role: 'user', parts: [{ text: '' }] },
  { role: 'model', parts: [] },
  { role: 'model' },
  { parts: { text: 'no role, no list' } },
  { role: 'USER', parts: 'a string' },
  { role: 'model', parts: [{ text: 'ends here' }] },
  { role: 'user', parts: [{ functionResponse: { response: 'no name' } }] },
]

function response({ call, contents, failed }: Extract<Line, { kind: 'result' }>): object {
  const texts = contents.flatMap(content => (content.kind === 'text' ? [content.text] : []))
  const kept = contents.filter(({ kind }) => kind !== 'text' && kind !== 'own').map(part)
  const [own] = contents.filter(({ kind }) => kind === 'own')
  const words = texts.length === 1 ? texts[0] : texts
  const output =
    own?.kind === 'own' ? { score: own.variant, output: words } : { [failed ? 'error' : 'output']: words }
  const { id, name, freeform } = call
  return {
    functionResponse: {
      ...(!freeform && { id }),
      name,
      response: texts.length === 0 && !own ? {} : output,
      ...(kept.length > 0 && { parts: kept }),
    },
  }
}

/** Writes a run as contents of generateContent: responses in a row share one content. */
export function toGemini(lines: readonly Line[]): unknown[] {
  const contents: object[] = []
  let responses: object[] | null = null
  for (const line of lines) {
    if (line.kind === 'result') {
      if (responses === null) {
        responses = []
        contents.push({ role: 'user', parts: responses })
      }
      responses.push(response(line))
      continue
    }
    responses = null
    if (line.kind === 'user') contents.push({ role: 'user', parts: line.contents.map(part) })
    else if (line.kind === 'system') contents.push({ role: 'system', parts: [{ text: line.text }] })
    else if (line.kind === 'model') contents.push({ role: 'model', parts: line.pieces.flatMap(parts) })
    else contents.push(strays[line.variant % strays.length] as object)
  }
  return contents
}
