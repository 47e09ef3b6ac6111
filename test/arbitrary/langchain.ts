import type { AnswerPiece, GeneratedCall, GeneratedContent, Line } from './run.ts'

const file = (kind: string, source: string): object => {
  if (kind === 'image' && source === 'url')
    return { type: 'image_url', image_url: { url: 'https://x.org/a.png' } }
  const type = kind === 'document' ? 'file' : kind
  if (source === 'url') return { type, url: 'https://x.org/a', mimeType: 'application/pdf' }
  if (source === 'id') return { type, fileId: 'file-1' }
  if (source === 'text') return { type: 'text-plain', text: 'a document', title: 'a.txt' }
  return source === 'odd'
    ? { type, source_type: 'base64', data: 'AAAA', mime_type: 'image/png' }
    : { type, data: 'AAAA', mimeType: kind === 'document' ? 'application/pdf' : `${kind}/png` }
}

const owns: readonly object[] = [
  { type: 'hologram', data: { x: 1 } },
  { type: 'non_standard', value: { type: 'text', text: 'inside' } },
  { type: 'reasoning', reasoning: 'hm' },
  { type: 'tool_call_chunk', args: '{' },
  { type: 'server_tool_call', id: 's1', name: 'web_search', args: {} },
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  { type: 'text' },
  { type: 'tool_result', tool_use_id: 'call_0', content: 'done' },
]

const block = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { type: 'text', text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : file(content.kind, content.source)
}

const body = (contents: readonly GeneratedContent[]): unknown => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents.map(block)
}

/** Returns a call as a content block, which repeats it in Anthropic's answers. */
const inContent = ({ id, name, value }: GeneratedCall): object => ({
  type: 'tool_use',
  id,
  name,
  input: value,
})

function answer(pieces: readonly AnswerPiece[], place: number): Record<string, unknown> {
  const calls = pieces.flatMap(piece => (piece.kind === 'call' ? [piece.call] : []))
  const good = calls.filter(({ freeform }) => !freeform)
  const bad = calls.filter(({ freeform }) => freeform)
  const asBlocks = pieces.some(({ kind }) => kind === 'thought' || kind === 'own') || place % 5 === 0
  const content = pieces.flatMap((piece): object[] => {
    if (piece.kind === 'text') return [{ type: 'text', text: piece.text }]
    if (piece.kind === 'own') return [owns[piece.variant % owns.length] as object]
    if (piece.kind === 'call') return place % 2 === 0 && !piece.call.freeform ? [inContent(piece.call)] : []
    return [
      piece.redacted
        ? { type: 'redacted_thinking', data: piece.seal }
        : { type: 'thinking', thinking: piece.text, signature: piece.seal },
    ]
  })
  const words = pieces.flatMap(piece => (piece.kind === 'text' ? [piece.text] : [])).join('')
  const thought = pieces.find(piece => piece.kind === 'thought')
  const model = thought?.kind === 'thought' ? thought.model : null
  return {
    content: asBlocks ? content : words,
    tool_calls: good.map(({ id, name, value }) => ({ id, name, args: value, type: 'tool_call' })),
    invalid_tool_calls: bad.map(({ id, name, text }) => ({ id, name, args: text, error: 'no JSON' })),
    additional_kwargs: place % 7 === 0 ? { reasoning_content: 'beside' } : {},
    response_metadata: model === null ? {} : { model_name: model, model_provider: providerOf(model) },
    ...(place % 3 === 0 && { usage_metadata: { input_tokens: 10, output_tokens: 5, total_tokens: 15 } }),
  }
}

const providerOf = (model: string): string => (model.startsWith('claude') ? 'anthropic' : 'openai')

const strays: readonly unknown[] = [
  { type: 'remove', id: 'm1' },
  ['human', 'A pair.'],
  'Only words.',
  { type: 'function', name: 'search', content: 'old style' },
  { type: 'generic', role: 'assistant', content: 'By role.' },
  { type: 'generic', role: 'narrator', content: 'By an unknown role.' },
  { role: 'developer', content: 'Late.' },
  { type: 'ai', content: '', additional_kwargs: { function_call: { name: 'search', arguments: '{}' } } },
  { type: 'ai', content: null, additional_kwargs: { refusal: 'I will not.' } },
  { type: 'remove', id: '__remove_all__' },
]

/** Returns a message in one of the forms in which LangChain stores it. */
function stored(type: string, fields: Record<string, unknown>, place: number): unknown {
  const named = { id: `m${place}`, ...fields }
  const form = place % 4
  if (form === 0) return { type, data: named }
  const name = type === 'ai' ? 'AI' : `${type[0]?.toUpperCase()}${type.slice(1)}`
  if (form === 1)
    return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', `${name}Message`], kwargs: named }
  return { type, ...named }
}

/** Writes a run as messages of LangChain, in each of its stored forms in turn. */
export const toLangChain = (lines: readonly Line[]): unknown[] =>
  lines.map((line, place) => {
    if (line.kind === 'user') return stored('human', { content: body(line.contents) }, place)
    if (line.kind === 'system') return stored('system', { content: line.text }, place)
    if (line.kind === 'model') return stored('ai', answer(line.pieces, place), place)
    if (line.kind === 'own') return strays[line.variant % strays.length]
    const { id, name } = line.call
    const status = line.failed ? 'error' : 'success'
    return stored(
      'tool',
      { content: body(line.contents), tool_call_id: id, name, status, artifact: [1] },
      place,
    )
  })
