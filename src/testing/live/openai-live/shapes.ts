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

const config = nullable(wireRecord)
const owners = wireOneOf('client', 'responses', 'decisions')

/**
 * Shape of the SDK type `ClientDelegation` and other delegation types. The configuration of a backend is not checked.
 */
const delegation = nullable(
  wireObject({ type: owners, acknowledgement_delay_ms: wireNumber, responses: config, decisions: config }, [
    'type',
  ]),
)

const text = (role: string, ...types: readonly string[]) =>
  wireObject(
    {
      role: wireOneOf(role),
      type: wireOneOf('message'),
      id: nullable(wireString),
      status: nullable(wireOneOf('incomplete', 'completed')),
      content: wireList(wireObject({ type: wireOneOf(...types), text: wireString }, ['text'])),
    },
    ['role', 'content'],
  )

const messages: Readonly<Record<string, ShapeReader>> = {
  developer: text('developer', 'input_text'),
  user: text('user', 'input_text'),
  assistant: text('assistant', 'text', 'output_text'),
}

/** Shape of the SDK type `InitialItem`: a text message. */
const initialItem: ShapeReader = (v, p) => {
  const role = (v as { role?: unknown } | null)?.role
  const known = typeof role === 'string' && Object.hasOwn(messages, role)
  return known
    ? messages[role]!(v, p)
    : (wireRecord(v, p) ?? wireOneOf(...Object.keys(messages))(role, `${p}.role`))
}

/** Shape of the SDK type `SessionConfig`. */
const session = wireObject(
  {
    model: wireString,
    audio: wireObject({ format: wireRecord, output: wireObject({ voice: acceptAnything }) }),
    client: wireRecord,
    delegation,
    input: wireList(initialItem),
    instructions: nullable(wireString),
    store: boolean,
    triggers: wireList(wireRecord),
  },
  ['model'],
)

const event = (fields: Readonly<Record<string, ShapeReader>> = {}, ...required: readonly string[]) =>
  wireObject({ type: wireString, event_id: nullable(wireString), ...fields }, required)

/**
 * Shape of SDK type `InstructionsAppendEvent` and other append events. `delegation_id` is required, and may be null.
 */
const append = event({ content: wireString, delegation_id: nullable(wireString) }, 'content', 'delegation_id')

/** Shapes of the SDK type `ClientEvent`, by event type. */
export const events: ReadonlyMap<string, ShapeReader> = new Map([
  ['session.start', event({ session }, 'session')],
  // An update may change only the delegation and its triggers. Source: SDK type `SessionUpdateConfig`.
  [
    'session.update',
    event({ session: wireObject({ delegation, triggers: wireList(wireRecord) }) }, 'session'),
  ],
  ['session.input_audio.append', event({ audio: wireString }, 'audio')],
  ['session.input_audio.mute', event()],
  ['session.input_audio.unmute', event()],
  ['session.output_audio.fixture.play', event({ audio: wireString }, 'audio')],
  ['session.instructions.append', append],
  ['session.thinking.append', append],
  ['session.commentary.append', append],
  ['decision.create', event()],
  ['decision.item.create', event({ item: wireRecord }, 'item')],
  ['decision.item.delete', event({ item_id: wireString }, 'item_id')],
  ['response.item.create', event({ item: wireRecord }, 'item')],
  ['response.create', event()],
  ['session.close', event()],
])
