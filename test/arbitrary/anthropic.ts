import type { AnswerPiece, GeneratedContent, Line } from './run.ts'

const files = (kind: string, source: string): object => {
  if (kind === 'image') {
    if (source === 'url') return { type: 'image', source: { type: 'url', url: 'https://x.org/a.png' } }
    if (source === 'id') return { type: 'image', source: { type: 'file', file_id: 'file_1' } }
    return {
      type: 'image',
      source: { type: 'base64', media_type: source === 'odd' ? 'image/tiff' : 'image/png', data: 'AAAA' },
    }
  }
  if (kind === 'audio')
    return { type: 'audio', source: { type: 'base64', media_type: 'audio/wav', data: 'AAAA' } }
  if (source === 'text')
    return {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'a document' },
      title: 'A',
      citations: { enabled: true },
    }
  if (source === 'url')
    return {
      type: 'document',
      source: { type: 'url', url: 'https://x.org/a.pdf' },
      title: 'A',
      context: 'why',
    }
  return source === 'odd'
    ? { type: 'document', source: { type: 'content', content: 'words' } }
    : { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } }
}

const owns: readonly object[] = [
  { type: 'hologram', data: 'x' },
  { type: 'search_result', source: 'https://x.org', title: 'X', content: [{ type: 'text', text: 'found' }] },
  {
    type: 'search_result',
    source: 'a < b',
    title: 'Y',
    content: [{ type: 'text', text: 'more' }],
    citations: { enabled: true },
  },
  { type: 'container_upload', file_id: 'file_1' },
  { type: 'text' },
  { type: 'text', text: 5 },
  { type: 'text', text: 'cached', cache_control: { type: 'ephemeral' } },
  { type: 'tool_result', tool_use_id: 'nobody', content: 'orphan' },
  { type: 'thinking', thinking: 'in the wrong mouth', signature: 'AAAA' },
  { type: 'tool_use', id: 'call_0', name: 'search', input: {} },
  { type: 'compaction', content: 'So far: nothing.' },
]

const block = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { type: 'text', text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : files(content.kind, content.source)
}

const body = (contents: readonly GeneratedContent[]): unknown => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents.map(block)
}

const query = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'weather' } }
const found = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [
    {
      type: 'web_search_result',
      url: 'https://x.org',
      title: 'X',
      encrypted_content: 'AAAA',
      page_age: null,
    },
  ],
}

const ownBlocks: readonly (readonly object[])[] = [
  [query, found],
  [query],
  [found],
  [
    { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'x', server_name: 's', input: {} },
    { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [] },
  ],
  [{ type: 'compaction', content: 'So far: nothing.' }],
  [{ type: 'compaction', content: '' }],
  [{ type: 'compaction', content: null }],
  [{ type: 'hologram', data: 'x' }],
  [{ type: 'text', text: 'cited', citations: [{ type: 'char_location', cited_text: 'a' }] }],
  [{ type: 'image', source: { type: 'url', url: 'https://x.org/a.png' } }],
  [{ type: 'tool_result', tool_use_id: 'call_0', content: 'self-made' }],
]

function blocks(piece: AnswerPiece): readonly object[] {
  if (piece.kind === 'text') return [{ type: 'text', text: piece.text }]
  if (piece.kind === 'own') return ownBlocks[piece.variant % ownBlocks.length] as readonly object[]
  if (piece.kind === 'thought')
    return [
      piece.redacted
        ? { type: 'redacted_thinking', data: piece.seal }
        : { type: 'thinking', thinking: piece.text, signature: piece.seal },
    ]
  const { id, name, value } = piece.call
  return [{ type: 'tool_use', id, name, input: value }]
}

const strays: readonly object[] = [
  { role: 'system', content: 'Late rule.' },
  { role: 'system', content: [{ type: 'text', text: 'Late rule.' }] },
  { role: 'system', content: [{ type: 'tool_addition', tool: { type: 'tool_reference', name: 'search' } }] },
  { role: 'system', content: 'This turn.', clear_at: 'next_user_message' },
  { role: 'system', content: [], output_config: { effort: 'low' } },
  { role: 'system', content: 'And low.', output_config: { effort: 'low' }, clear_at: 'never' },
  { role: 'system', content: [{ type: 'tool_removal', tool: { type: 'tool_reference', name: 'search' } }] },
  {
    role: 'system',
    content: [
      {
        type: 'tool_addition',
        tool: { type: 'tool_definition', definition: { name: 'late', input_schema: { type: 'object' } } },
      },
    ],
  },
  { role: 'user', content: [] },
  { role: 'user', content: '' },
  { role: 'assistant', content: [] },
  { role: 'assistant', content: 'ends with space ' },
  { role: 'user', content: null },
  { role: 'assistant', content: 5 },
]

/** Writes a run as messages of the Messages API: results in a row share one user message. */
export function toAnthropic(lines: readonly Line[]): unknown[] {
  const messages: { role: string; content: unknown }[] = []
  let results: object[] | null = null
  for (const line of lines) {
    if (line.kind === 'result') {
      if (results === null) {
        results = []
        messages.push({ role: 'user', content: results })
      }
      results.push({
        type: 'tool_result',
        tool_use_id: line.call.id,
        content: body(line.contents),
        ...(line.failed && { is_error: true }),
      })
      continue
    }
    results = null
    if (line.kind === 'user') messages.push({ role: 'user', content: body(line.contents) })
    else if (line.kind === 'system') messages.push({ role: 'system', content: line.text })
    else if (line.kind === 'model') messages.push({ role: 'assistant', content: line.pieces.flatMap(blocks) })
    else messages.push(strays[line.variant % strays.length] as { role: string; content: unknown })
  }
  return messages
}
