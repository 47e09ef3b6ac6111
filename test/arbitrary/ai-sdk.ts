import type { AnswerPiece, GeneratedCall, GeneratedContent, Line } from './run.ts'

const files = (kind: string, source: string): object => {
  if (kind === 'image') {
    if (source === 'url') return { type: 'file', data: 'https://x.org/a.png', mediaType: 'image/png' }
    if (source === 'id')
      return {
        type: 'file',
        data: { type: 'reference', reference: { anthropic: 'file_1' } },
        mediaType: 'image/png',
      }
    return source === 'odd'
      ? { type: 'image', image: 'AAAA', mimeType: 'image/tiff' }
      : { type: 'image', image: 'iVBORw0KGgoAAAAN', mediaType: 'image/*' }
  }
  if (kind === 'audio')
    return { type: 'file', data: 'AAAA', mediaType: source === 'odd' ? 'audio/ogg' : 'audio/wav' }
  if (source === 'text')
    return {
      type: 'file',
      data: { type: 'text', text: 'a document' },
      mediaType: 'text/plain',
      filename: 'a.txt',
    }
  if (source === 'url')
    return { type: 'file', data: { type: 'url', url: 'https://x.org/a.pdf' }, mediaType: 'application/pdf' }
  return source === 'odd'
    ? { type: 'file', data: 'data:application/zip;base64,AAAA', mediaType: 'application/zip' }
    : { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'application/pdf', filename: 'a.pdf' }
}

const owns: readonly object[] = [
  { type: 'hologram', data: 'x' },
  { type: 'text' },
  { type: 'text', text: 5 },
  { type: 'text', text: 'cached', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  { type: 'file' },
  { type: 'image', image: 'not a url' },
  { type: 'reasoning', text: 'in the wrong mouth' },
  { type: 'tool-call', toolCallId: 'call_0', toolName: 'search', input: {} },
  { type: 'source', url: 'https://x.org' },
]

const part = (content: GeneratedContent): object => {
  if (content.kind === 'text') return { type: 'text', text: content.text }
  return content.kind === 'own'
    ? (owns[content.variant % owns.length] as object)
    : files(content.kind, content.source)
}

const body = (contents: readonly GeneratedContent[]): unknown => {
  const [only] = contents
  return contents.length === 1 && only?.kind === 'text' ? only.text : contents.map(part)
}

/** Returns the output of a tool in the form of one version of the AI SDK or another. */
function output(contents: readonly GeneratedContent[], failed: boolean, call: GeneratedCall): object {
  const [only] = contents
  if (contents.length === 1 && only?.kind === 'text') {
    // The text's length replaces a random choice, so that the same run always gives the same messages.
    if (only.text.length % 7 === 1) return { result: only.text, ...(failed && { isError: true }) }
    if (only.text.length % 7 === 2 && failed)
      return { output: { type: 'execution-denied', reason: only.text } }
    return { output: { type: failed ? 'error-text' : 'text', value: only.text } }
  }
  if (contents.length === 0)
    return {
      output:
        call.name.length % 2 === 0
          ? { type: failed ? 'error-json' : 'json', value: { score: 1 } }
          : { type: 'content', value: [] },
    }
  return { output: { type: 'content', value: contents.map(piece) } }
}

const piece = (content: GeneratedContent): object => {
  if (content.kind === 'image' && content.source === 'url')
    return { type: 'image-url', url: 'https://x.org/a.png' }
  if (content.kind === 'image' && content.source === 'id') return { type: 'image-file-id', fileId: 'file_1' }
  if (content.kind === 'image' && content.source === 'odd')
    return { type: 'media', data: 'AAAA', mediaType: 'image/tiff' }
  return part(content)
}

const thoughtOptions = (seal: string, redacted: boolean, model: string | null): object => {
  if (model === 'someone-else') return {}
  if (model?.startsWith('gpt'))
    return {
      providerOptions: {
        openai: {
          itemId: `rs_${seal.replace(/\W/g, '')}`,
          reasoningEncryptedContent: redacted ? seal : null,
        },
      },
    }
  return { providerOptions: { anthropic: redacted ? { redactedData: seal } : { signature: seal } } }
}

const search = { toolCallId: 'srvtoolu_1', toolName: 'web_search' }
const asked = { type: 'tool-call', ...search, input: { query: 'weather' }, providerExecuted: true }
const found = { type: 'tool-result', ...search, output: { type: 'json', value: [] } }
const anthropic = { providerOptions: { anthropic: {} } }

/** Returns a call that a provider ran, and its result. */
const pair = (id: string, toolName: string, input: object, value: unknown): readonly object[] => [
  { type: 'tool-call', toolCallId: id, toolName, input, providerExecuted: true },
  { type: 'tool-result', toolCallId: id, toolName, output: { type: 'json', value } },
]

/** Calls and results of the vendors' server tools, in the forms that their providers keep. */
const serverParts: readonly (readonly object[])[] = [
  pair('ws_1', 'web_search', {}, { action: { type: 'search', query: 'weather' } }),
  pair('ci_1', 'code_interpreter', { code: 'run()', containerId: 'cntr_1' }, { outputs: null }),
  pair(
    'g1',
    'code_execution',
    { language: 'PYTHON', code: 'run()' },
    { outcome: 'OUTCOME_OK', output: 'ran' },
  ),
  pair(
    'srvtoolu_2',
    'code_execution',
    { type: 'bash_code_execution', command: 'run' },
    { type: 'bash_code_execution_result', stdout: 'ran', stderr: '', return_code: 0, content: [] },
  ),
  [
    {
      type: 'text',
      text: 'cited',
      providerOptions: {
        anthropic: { citations: [{ type: 'char_location', cited_text: 'a' }] },
        openai: {
          itemId: 'msg_2',
          annotations: [
            { type: 'url_citation', url: 'https://x.org', title: 'X', start_index: 0, end_index: 1 },
          ],
        },
      },
    },
  ],
  [{ type: 'text', text: 'summed up', providerOptions: { anthropic: { type: 'compaction' } } }],
  [{ type: 'text', text: 'signed', providerOptions: { google: { thoughtSignature: 'AAAA' } } }],
  [
    {
      type: 'file',
      data: 'iVBORw0KGgoAAAAN',
      mediaType: 'image/png',
      providerOptions: { google: { thoughtSignature: 'AAAA' } },
    },
  ],
  [
    ...pair('ask_2', 'mcp.run', { query: 'weather' }, null).slice(0, 1),
    { type: 'tool-approval-request', approvalId: 'mcpr_1', toolCallId: 'ask_2' },
  ],
]

const ownParts: readonly (readonly object[])[] = [
  [
    { ...asked, ...anthropic },
    { ...found, ...anthropic },
  ],
  [asked, found],
  [asked],
  [found],
  [
    {
      type: 'custom',
      kind: 'openai.compaction',
      providerOptions: { openai: { itemId: 'cmp_1', encryptedContent: 'AAAA' } },
    },
  ],
  [
    {
      type: 'reasoning-file',
      data: 'AAAA',
      mediaType: 'image/png',
      providerOptions: { google: { thoughtSignature: 'AAAA' } },
    },
  ],
  [{ type: 'tool-approval-request', approvalId: 'ask_1', toolCallId: 'call_0' }],
  [
    { type: 'tool-call', toolCallId: 'ask 0', toolName: 'run it', input: { query: 'weather' } },
    { type: 'tool-approval-request', approvalId: 'ask_1', toolCallId: 'ask 0' },
  ],
  [{ type: 'text', text: 'stored', providerOptions: { openai: { itemId: 'msg_1' } } }],
  [{ type: 'reasoning', text: 'old', signature: 'AAAA' }],
  [{ type: 'redacted-reasoning', data: 'AAAA' }],
  [{ type: 'file', data: 'iVBORw0KGgoAAAAN', mediaType: 'image/png' }],
  [{ type: 'hologram', data: 'x' }],
  ...serverParts,
]

function parts(item: AnswerPiece): readonly object[] {
  if (item.kind === 'text') return [{ type: 'text', text: item.text }]
  if (item.kind === 'own') return ownParts[item.variant % ownParts.length] as readonly object[]
  if (item.kind === 'thought')
    return [
      {
        type: 'reasoning',
        text: item.redacted ? '' : item.text,
        ...thoughtOptions(item.seal, item.redacted, item.model),
      },
    ]
  const { id, name, value, text, freeform } = item.call
  if (freeform) return [{ type: 'tool-call', toolCallId: id, toolName: name, args: value }]
  return [{ type: 'tool-call', toolCallId: id, toolName: name, input: text.length % 5 === 0 ? text : value }]
}

const strays: readonly object[] = [
  { role: 'system', content: 'Late rule.' },
  {
    role: 'system',
    content: 'This turn.',
    providerOptions: { anthropic: { clearAt: 'next_user_message' } },
  },
  { role: 'system', content: '', providerOptions: { anthropic: { effort: 'low' } } },
  {
    role: 'system',
    content: '',
    providerOptions: { anthropic: { toolChanges: [{ type: 'tool_removal', toolName: 'search' }] } },
  },
  { role: 'user', content: [] },
  { role: 'user', content: '' },
  { role: 'user', content: null },
  { role: 'assistant', content: [] },
  { role: 'assistant', content: 'ends with space ' },
  { role: 'assistant', content: 5 },
  { role: 'tool', content: [] },
  { role: 'tool', content: 'no list' },
  { role: 'data', content: 'of version 3' },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ask_1', approved: true }] },
  { role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: 'shown' }], id: 'm1' },
  {
    role: 'assistant',
    parts: [
      {
        type: 'tool-search',
        toolCallId: 'shown_1',
        state: 'output-available',
        input: { query: 'x' },
        output: 'y',
      },
      { type: 'text', text: 'So.' },
      { type: 'source-url', url: 'https://x.org' },
    ],
  },
  {
    role: 'user',
    parts: [
      { type: 'file', mediaType: 'image/png', url: 'https://x.org/a.png' },
      { type: 'data-x', data: 1 },
    ],
  },
  {
    role: 'assistant',
    content: '',
    toolInvocations: [{ state: 'result', toolCallId: 'shown_2', toolName: 'run', args: {}, result: 1 }],
  },
]

/** Writes a run as messages of the AI SDK: results in a row share one tool message. */
export function toAISDK(lines: readonly Line[]): unknown[] {
  const messages: object[] = []
  let results: object[] | null = null
  for (const line of lines) {
    if (line.kind === 'result') {
      if (results === null) {
        results = []
        messages.push({ role: 'tool', content: results })
      }
      const { id, name } = line.call
      results.push({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        ...output(line.contents, line.failed, line.call),
      })
      continue
    }
    results = null
    if (line.kind === 'user') messages.push({ role: 'user', content: body(line.contents) })
    else if (line.kind === 'system') messages.push({ role: 'system', content: line.text })
    else if (line.kind === 'model') messages.push({ role: 'assistant', content: line.pieces.flatMap(parts) })
    else messages.push(strays[line.variant % strays.length] as object)
  }
  return messages
}
