import type { AnswerPiece, GeneratedCall, GeneratedContent, Line } from './run.ts'

const files = (kind: string, source: string): object => {
  if (kind === 'image')
    return {
      type: 'image_url',
      image_url: {
        url:
          source === 'url'
            ? 'https://x.org/a.png'
            : source === 'odd'
              ? 'a.png'
              : 'data:image/png;base64,AAAA',
        detail: 'low',
      },
    }
  if (kind === 'audio')
    return { type: 'input_audio', input_audio: { data: 'AAAA', format: source === 'odd' ? 'ogg' : 'wav' } }
  return source === 'id'
    ? { type: 'file', file: { file_id: 'file-1' } }
    : {
        type: 'file',
        file: { file_data: `data:application/pdf;base64,AAAA`, filename: source === 'odd' ? '' : 'a.pdf' },
      }
}

const owns: readonly object[] = [
  { type: 'hologram', data: 'x' },
  { type: 'refusal', refusal: 'I will not.' },
  { type: 'text' },
  { type: 'text', text: 5 },
  { type: 'image_url', image_url: 'https://x.org/b.png' },
  { type: 'image_url' },
  { text: 'no type' },
  { type: 'tool_use', id: 'call_0', name: 'search', input: {} },
]

const piece = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { type: 'text', text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : files(content.kind, content.source)
}

const body = (contents: readonly GeneratedContent[]): unknown => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents.map(piece)
}

const call = ({ id, name, text, freeform }: GeneratedCall): object =>
  freeform
    ? { id, type: 'custom', custom: { name, input: text } }
    : { id, type: 'function', function: { name, arguments: text } }

function answer(pieces: readonly AnswerPiece[]): object {
  const texts = pieces.flatMap(item => (item.kind === 'text' ? [item.text] : []))
  const thought = pieces.find(item => item.kind === 'thought')
  const calls = pieces.flatMap(item => (item.kind === 'call' ? [call(item.call)] : []))
  const own = pieces.find(item => item.kind === 'own')
  return {
    role: 'assistant',
    content: texts.length > 0 ? texts.join('\n') : calls.length > 0 ? null : '',
    ...(thought?.kind === 'thought' && { reasoning_content: thought.text }),
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(own?.kind === 'own' && ownFields[own.variant % ownFields.length]),
  }
}

const ownFields: readonly object[] = [
  { refusal: 'I will not.' },
  { audio: { id: 'audio_1' } },
  { name: 'helper' },
  { annotations: [{ type: 'url_citation' }] },
  { function_call: { name: 'search', arguments: '{}' } },
  {
    content: [
      { type: 'text', text: 'a' },
      { type: 'refusal', refusal: 'b' },
    ],
  },
  { content: [] },
  { reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] },
]

const strays: readonly object[] = [
  { role: 'function', name: 'search', content: 'old style' },
  { role: 'tool', content: 'no id' },
  { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
  { role: 'system', content: 'Late.', name: 'boss' },
  { role: 'assistant', content: null },
  { role: 'assistant', content: null, tool_calls: [] },
  { role: 'user', content: '' },
  { role: 'user', content: null },
  { role: 'user', content: [] },
  { role: 'user', content: 'Named.', name: 'ann' },
]

/** Writes a run as messages of Chat Completions. */
export const toChat = (lines: readonly Line[]): unknown[] =>
  lines.map(line => {
    if (line.kind === 'user') return { role: 'user', content: body(line.contents) }
    if (line.kind === 'system') return { role: 'system', content: line.text }
    if (line.kind === 'model') return answer(line.pieces)
    if (line.kind === 'own') return strays[line.variant % strays.length]
    return {
      role: 'tool',
      tool_call_id: line.call.id,
      content: body(line.contents),
      ...(line.failed && { name: line.call.name }),
    }
  })
