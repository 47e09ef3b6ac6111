import { any, boolean, list, nullable, number, object, oneOf, record, type Shape, string } from '../shape.ts'

const anys = (keys: string): Record<string, Shape> =>
  Object.fromEntries(keys.split(' ').map(key => [key, any]))

const functionTool = object({ type: oneOf('function'), name: string, description: string, parameters: any }, [
  'name',
])

/** d.ts `RealtimeToolsConfigUnion`: a function or an MCP server. */
const tool: Shape = (v, p) =>
  (v as { type?: unknown } | null)?.type === 'mcp' ? record(v, p) : functionTool(v, p)

/** d.ts `RealtimeAudioInputTurnDetection`. */
const turnDetection = object(
  {
    type: oneOf('server_vad', 'semantic_vad'),
    create_response: boolean,
    interrupt_response: boolean,
    ...anys('threshold prefix_padding_ms silence_duration_ms idle_timeout_ms eagerness'),
  },
  ['type'],
)

/** d.ts `RealtimeAudioConfig`. */
const audio = object({
  input: object({
    format: record,
    noise_reduction: nullable(record),
    transcription: nullable(record),
    turn_detection: nullable(turnDetection),
  }),
  output: object({ format: record, speed: number, voice: any }),
})

const modalities = list(oneOf('text', 'audio'))

/** d.ts `RealtimeSessionCreateRequest`: `type` is required. */
const session = object(
  {
    type: oneOf('realtime'),
    audio,
    instructions: string,
    model: string,
    output_modalities: modalities,
    parallel_tool_calls: boolean,
    tools: list(tool),
    ...anys('include max_output_tokens prompt reasoning tool_choice tracing truncation'),
  },
  ['type'],
)

const common = { id: string, object: oneOf('realtime.item'), status: string }
const message = (role: string, ...types: readonly string[]) =>
  object(
    {
      ...common,
      type: oneOf('message'),
      role: oneOf(role),
      content: list(
        object({ type: oneOf(...types), ...anys('text audio transcript image_url detail') }, ['type']),
      ),
    },
    ['content'],
  )

const messages: Readonly<Record<string, Shape>> = {
  system: message('system', 'input_text'),
  user: message('user', 'input_text', 'input_audio', 'input_image'),
  assistant: message('assistant', 'output_text', 'output_audio'),
}
const others: Readonly<Record<string, Shape>> = {
  function_call: object({ ...common, type: string, call_id: string, name: string, arguments: string }, [
    'name',
    'arguments',
  ]),
  function_call_output: object({ ...common, type: string, call_id: string, output: string }, [
    'call_id',
    'output',
  ]),
  mcp_approval_response: record,
}

/** d.ts `ConversationItem`. */
const item: Shape = (v, p) => {
  const { type, role } = (v ?? {}) as { type?: unknown; role?: unknown }
  if (type === 'message') {
    const known = typeof role === 'string' && Object.hasOwn(messages, role)
    return known ? messages[role]!(v, p) : oneOf(...Object.keys(messages))(role, `${p}.role`)
  }
  const known = typeof type === 'string' && Object.hasOwn(others, type)
  if (known) return others[type]!(v, p)
  return record(v, p) ?? oneOf('message', ...Object.keys(others))(type, `${p}.type`)
}

/** Item of `response.create` input: a whole item, or a reference to one. */
const input: Shape = (v, p) =>
  (v as { type?: unknown } | null)?.type === 'item_reference'
    ? object({ type: string, id: string }, ['id'])(v, p)
    : item(v, p)

/** d.ts `RealtimeResponseCreateParams`. */
const response = object({
  audio: object({ output: object({ format: record, voice: any }) }),
  conversation: oneOf('auto', 'none'),
  input: list(input),
  instructions: string,
  output_modalities: modalities,
  parallel_tool_calls: boolean,
  tools: list(tool),
  ...anys('max_output_tokens metadata prompt reasoning tool_choice'),
})

const event = (fields: Readonly<Record<string, Shape>> = {}, ...required: readonly string[]) =>
  object({ type: string, event_id: string, ...fields }, required)

/** d.ts `RealtimeClientEvent`, without `output_audio_buffer.clear` (WebRTC and SIP only). */
export const events: ReadonlyMap<string, Shape> = new Map([
  ['session.update', event({ session }, 'session')],
  ['conversation.item.create', event({ item, previous_item_id: nullable(string) }, 'item')],
  ['conversation.item.delete', event({ item_id: string }, 'item_id')],
  ['conversation.item.retrieve', event({ item_id: string }, 'item_id')],
  [
    'conversation.item.truncate',
    event(
      { item_id: string, content_index: number, audio_end_ms: number },
      'item_id',
      'content_index',
      'audio_end_ms',
    ),
  ],
  ['input_audio_buffer.append', event({ audio: string }, 'audio')],
  ['input_audio_buffer.commit', event()],
  ['input_audio_buffer.clear', event()],
  ['response.create', event({ response })],
  ['response.cancel', event({ response_id: string })],
])
