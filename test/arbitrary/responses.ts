import type { AnswerPiece, GeneratedCall, GeneratedContent, Line } from './run.ts'

const files = (kind: string, source: string): object => {
  if (kind === 'image') {
    if (source === 'id') return { type: 'input_image', file_id: 'file-1', detail: 'auto' }
    return {
      type: 'input_image',
      detail: 'low',
      image_url:
        source === 'url' ? 'https://x.org/a.png' : source === 'odd' ? 'a.png' : 'data:image/png;base64,AAAA',
    }
  }
  if (kind === 'audio') return { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
  if (source === 'id') return { type: 'input_file', file_id: 'file-2' }
  if (source === 'url') return { type: 'input_file', file_url: 'https://x.org/a.pdf' }
  return source === 'odd'
    ? { type: 'input_file' }
    : { type: 'input_file', file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' }
}

const owns: readonly object[] = [
  { type: 'hologram', data: 'x' },
  { type: 'output_text', text: 'out of place' },
  { type: 'input_text' },
  { type: 'input_text', text: 5 },
  { type: 'refusal', refusal: 'I will not.' },
]

const piece = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { type: 'input_text', text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : files(content.kind, content.source)
}

const body = (contents: readonly GeneratedContent[]): unknown => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents.map(piece)
}

const ownItems: readonly object[] = [
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'weather' } },
  { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['a'], results: null },
  {
    type: 'code_interpreter_call',
    id: 'ci_1',
    status: 'completed',
    code: '1',
    container_id: 'c',
    outputs: [],
  },
  { type: 'mcp_call', id: 'mcp_1', name: 'x', arguments: '{}', server_label: 's', output: 'done' },
  { type: 'mcp_approval_request', id: 'mcpr_1', name: 'x', arguments: '{}', server_label: 's' },
  {
    type: 'tool_search_call',
    id: 'tsc_1',
    call_id: 'c 8',
    execution: 'client',
    arguments: {},
    status: 'completed',
  },
  { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' },
  {
    type: 'computer_call',
    id: 'cu_1',
    call_id: 'computer_1',
    action: { type: 'screenshot' },
    pending_safety_checks: [],
    status: 'completed',
  },
  {
    type: 'local_shell_call',
    id: 'lsh_1',
    call_id: 'shell_1',
    action: { type: 'exec', command: ['ls'], env: {} },
    status: 'completed',
  },
  { type: 'mystery_call', id: 'my_1' },
]

const strays: readonly object[] = [
  { type: 'item_reference', id: 'msg_9' },
  { type: 'item_reference', id: 'fc_9' },
  { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' },
  { type: 'compaction_trigger' },
  { type: 'configuration_update', reasoning: { effort: 'low' } },
  { type: 'configuration_update', tools: [] },
  {
    type: 'computer_call_output',
    call_id: 'computer_1',
    output: { type: 'computer_screenshot', image_url: 'data:image/png;base64,AAAA' },
  },
  { type: 'local_shell_call_output', id: 'lsh_1', call_id: 'shell_1', output: 'a.txt' },
  { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi' }], phase: 'commentary' },
  { role: 'developer', content: 'Late rule.' },
  { role: 'user', content: '' },
  { role: 'user', content: [] },
  { role: 'assistant', content: '' },
  { type: 'tool_search_output', call_id: 'c 8', execution: 'client', tools: [], status: 'completed' },
  { type: 'mcp_approval_response', approval_request_id: 'mcpr_1', approve: true },
  { type: 'function_call_output', call_id: 'nobody', output: 'orphan' },
]

const call = ({ id, name, text, freeform }: GeneratedCall, place: number): object =>
  freeform
    ? { type: 'custom_tool_call', call_id: id, name, input: text, id: `ctc_${place}` }
    : {
        type: 'function_call',
        call_id: id,
        name,
        arguments: text,
        ...(place % 3 === 0 && { id: `fc_${place}` }),
        status: 'completed',
      }

function item(piece: AnswerPiece, place: number): object {
  if (piece.kind === 'call') return call(piece.call, place)
  if (piece.kind === 'own') return ownItems[piece.variant % ownItems.length] as object
  if (piece.kind === 'thought') {
    const summary = piece.text === '' ? [] : [{ type: 'summary_text', text: piece.text }]
    return {
      type: 'reasoning',
      id: `rs_${place}`,
      summary,
      ...(piece.seal !== '' && { encrypted_content: piece.seal }),
    }
  }
  if (place % 3 === 1) return { role: 'assistant', content: piece.text }
  const content = [{ type: 'output_text', text: piece.text, annotations: [] }]
  const phase = place % 2 === 0 ? { phase: 'commentary' } : {}
  return { type: 'message', id: `msg_${place}`, role: 'assistant', status: 'completed', content, ...phase }
}

/** Writes a run as items of the Responses API. */
export function toResponses(lines: readonly Line[]): unknown[] {
  const items: unknown[] = []
  for (const line of lines) {
    if (line.kind === 'user') items.push({ role: 'user', content: body(line.contents) })
    else if (line.kind === 'system') items.push({ type: 'message', role: 'developer', content: line.text })
    else if (line.kind === 'model') for (const piece of line.pieces) items.push(item(piece, items.length))
    else if (line.kind === 'own') items.push(strays[line.variant % strays.length])
    else
      items.push({
        type: line.call.freeform ? 'custom_tool_call_output' : 'function_call_output',
        call_id: line.call.id,
        output: body(line.contents),
      })
  }
  return items
}
