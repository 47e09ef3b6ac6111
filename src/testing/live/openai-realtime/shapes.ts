import {
  acceptAnything,
  boolean,
  nullable,
  type ShapeReader,
  wireList,
  wireNumber,
  wireObject,
  wireOneOf,
  wireRecord,
  wireString,
} from '../shape.ts'

const anys = (keys: string): Record<string, ShapeReader> =>
  Object.fromEntries(keys.split(' ').map(key => [key, acceptAnything]))

const functionTool = wireObject(
  { type: wireOneOf('function'), name: wireString, description: wireString, parameters: acceptAnything },
  ['name'],
)

/** Shape of the SDK type `RealtimeToolsConfigUnion`: a function or an MCP server. */
const tool: ShapeReader = (v, p) =>
  (v as { type?: unknown } | null)?.type === 'mcp' ? wireRecord(v, p) : functionTool(v, p)

/** Shape of the SDK type `RealtimeAudioInputTurnDetection`. */
const turnDetection = wireObject(
  {
    type: wireOneOf('server_vad', 'semantic_vad'),
    create_response: boolean,
    interrupt_response: boolean,
    ...anys('threshold prefix_padding_ms silence_duration_ms idle_timeout_ms eagerness'),
  },
  ['type'],
)

/** Shape of the SDK type `RealtimeAudioConfig`. */
const audio = wireObject({
  input: wireObject({
    format: wireRecord,
    noise_reduction: nullable(wireRecord),
    transcription: nullable(wireRecord),
    turn_detection: nullable(turnDetection),
  }),
  output: wireObject({ format: wireRecord, speed: wireNumber, voice: acceptAnything }),
})

const modalities = wireList(wireOneOf('text', 'audio'))

/** Shape of the SDK type `RealtimeSessionCreateRequest`, which requires `type`. */
const session = wireObject(
  {
    type: wireOneOf('realtime'),
    audio,
    instructions: wireString,
    model: wireString,
    output_modalities: modalities,
    parallel_tool_calls: boolean,
    tools: wireList(tool),
    ...anys('include max_output_tokens prompt reasoning tool_choice tracing truncation'),
  },
  ['type'],
)

const common = { id: wireString, object: wireOneOf('realtime.item'), status: wireString }
const message = (role: string, ...types: readonly string[]) =>
  wireObject(
    {
      ...common,
      type: wireOneOf('message'),
      role: wireOneOf(role),
      content: wireList(
        wireObject({ type: wireOneOf(...types), ...anys('text audio transcript image_url detail') }, [
          'type',
        ]),
      ),
    },
    ['content'],
  )

const messages: Readonly<Record<string, ShapeReader>> = {
  system: message('system', 'input_text'),
  user: message('user', 'input_text', 'input_audio', 'input_image'),
  assistant: message('assistant', 'output_text', 'output_audio'),
}
const others: Readonly<Record<string, ShapeReader>> = {
  function_call: wireObject(
    { ...common, type: wireString, call_id: wireString, name: wireString, arguments: wireString },
    ['name', 'arguments'],
  ),
  function_call_output: wireObject({ ...common, type: wireString, call_id: wireString, output: wireString }, [
    'call_id',
    'output',
  ]),
  mcp_approval_response: wireRecord,
}

/** Shape of the SDK type `ConversationItem`. */
const item: ShapeReader = (v, p) => {
  const { type, role } = (v ?? {}) as { type?: unknown; role?: unknown }
  if (type === 'message') {
    const known = typeof role === 'string' && Object.hasOwn(messages, role)
    return known ? messages[role]!(v, p) : wireOneOf(...Object.keys(messages))(role, `${p}.role`)
  }
  const known = typeof type === 'string' && Object.hasOwn(others, type)
  if (known) return others[type]!(v, p)
  return wireRecord(v, p) ?? wireOneOf('message', ...Object.keys(others))(type, `${p}.type`)
}

/** Shape of an input item of `response.create`: a whole item, or a reference to an item. */
const input: ShapeReader = (v, p) =>
  (v as { type?: unknown } | null)?.type === 'item_reference'
    ? wireObject({ type: wireString, id: wireString }, ['id'])(v, p)
    : item(v, p)

/** Shape of the SDK type `RealtimeResponseCreateParams`. */
const response = wireObject({
  audio: wireObject({ output: wireObject({ format: wireRecord, voice: acceptAnything }) }),
  conversation: wireOneOf('auto', 'none'),
  input: wireList(input),
  instructions: wireString,
  output_modalities: modalities,
  parallel_tool_calls: boolean,
  tools: wireList(tool),
  ...anys('max_output_tokens metadata prompt reasoning tool_choice'),
})

const event = (fields: Readonly<Record<string, ShapeReader>> = {}, ...required: readonly string[]) =>
  wireObject({ type: wireString, event_id: wireString, ...fields }, required)

/** Shapes of the SDK type `RealtimeClientEvent`, without `output_audio_buffer.clear` (WebRTC and SIP only). */
export const events: ReadonlyMap<string, ShapeReader> = new Map([
  ['session.update', event({ session }, 'session')],
  ['conversation.item.create', event({ item, previous_item_id: nullable(wireString) }, 'item')],
  ['conversation.item.delete', event({ item_id: wireString }, 'item_id')],
  ['conversation.item.retrieve', event({ item_id: wireString }, 'item_id')],
  [
    'conversation.item.truncate',
    event(
      { item_id: wireString, content_index: wireNumber, audio_end_ms: wireNumber },
      'item_id',
      'content_index',
      'audio_end_ms',
    ),
  ],
  ['input_audio_buffer.append', event({ audio: wireString }, 'audio')],
  ['input_audio_buffer.commit', event()],
  ['input_audio_buffer.clear', event()],
  ['response.create', event({ response })],
  ['response.cancel', event({ response_id: wireString })],
])
