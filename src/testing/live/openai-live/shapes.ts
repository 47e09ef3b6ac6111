import { any, boolean, list, nullable, number, object, oneOf, record, type Shape, string } from '../shape.ts'

const config = nullable(record)
const owners = oneOf('client', 'responses', 'decisions')

/** d.ts `ClientDelegation` and its siblings. The configuration of a backend is not checked. */
const delegation = nullable(
  object({ type: owners, acknowledgement_delay_ms: number, responses: config, decisions: config }, ['type']),
)

const text = (role: string, ...types: readonly string[]) =>
  object(
    {
      role: oneOf(role),
      type: oneOf('message'),
      id: nullable(string),
      status: nullable(oneOf('incomplete', 'completed')),
      content: list(object({ type: oneOf(...types), text: string }, ['text'])),
    },
    ['role', 'content'],
  )

const messages: Readonly<Record<string, Shape>> = {
  developer: text('developer', 'input_text'),
  user: text('user', 'input_text'),
  assistant: text('assistant', 'text', 'output_text'),
}

/** d.ts `InitialItem`: messages of text. */
const initialItem: Shape = (v, p) => {
  const role = (v as { role?: unknown } | null)?.role
  const known = typeof role === 'string' && Object.hasOwn(messages, role)
  return known ? messages[role]!(v, p) : (record(v, p) ?? oneOf(...Object.keys(messages))(role, `${p}.role`))
}

/** d.ts `SessionConfig`. */
const session = object(
  {
    model: string,
    audio: object({ format: record, output: object({ voice: any }) }),
    client: record,
    delegation,
    input: list(initialItem),
    instructions: nullable(string),
    store: boolean,
    triggers: list(record),
  },
  ['model'],
)

const event = (fields: Readonly<Record<string, Shape>> = {}, ...required: readonly string[]) =>
  object({ type: string, event_id: nullable(string), ...fields }, required)

/** d.ts `InstructionsAppendEvent` and its siblings: `delegation_id` is required, and nullable. */
const append = event({ content: string, delegation_id: nullable(string) }, 'content', 'delegation_id')

/** d.ts `ClientEvent`. */
export const events: ReadonlyMap<string, Shape> = new Map([
  ['session.start', event({ session }, 'session')],
  // d.ts `SessionUpdateConfig`: delegation and triggers only; all else is immutable.
  ['session.update', event({ session: object({ delegation, triggers: list(record) }) }, 'session')],
  ['session.input_audio.append', event({ audio: string }, 'audio')],
  ['session.input_audio.mute', event()],
  ['session.input_audio.unmute', event()],
  ['session.output_audio.fixture.play', event({ audio: string }, 'audio')],
  ['session.instructions.append', append],
  ['session.thinking.append', append],
  ['session.commentary.append', append],
  ['decision.create', event()],
  ['decision.item.create', event({ item: record }, 'item')],
  ['decision.item.delete', event({ item_id: string }, 'item_id')],
  ['response.item.create', event({ item: record }, 'item')],
  ['response.create', event()],
  ['session.close', event()],
])
