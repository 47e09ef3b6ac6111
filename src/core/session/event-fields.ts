import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import { nearest } from '../text/nearest.ts'
import { suggestMeant } from '../text/suggest.ts'

/** Fields of an event. An appended event may have a `seq`, which the event's position in the session overwrites. */
export const eventFields = [
  ...['seq', 'author', 'text', 'parts', 'branch', 'response', 'id', 'actions'],
  ...['tier', 'trust', 'v', 'time', 'visibility', 'extra'],
]

/** Fields of `actions` that a program may write. */
const programActions = [
  'state',
  'madeFrom',
  'usage',
  'dropped',
  'cacheMiss',
  'compaction',
  'rewind',
  'effect',
  'declared',
  'shown',
]

/** Fields of `actions` in a stored session. */
export const actionFields = [...programActions, 'plan', 'run']

/** Names that other libraries use for a field of an event, each with the field name to suggest instead. */
const otherNames: Readonly<Record<string, string>> = {
  content: 'text',
  message: 'text',
  role: 'author',
  name: 'author',
  from: 'author',
  timestamp: 'time',
  createdAt: 'time',
  state: 'actions: { state }',
  usage: 'actions: { usage }',
}

function assertKnown(input: object, known: readonly string[], at: string): void {
  for (const [field, value] of Object.entries(input)) {
    if (known.includes(field) || value === undefined) continue
    const meant = Object.hasOwn(otherNames, field) ? otherNames[field] : undefined
    throw Path.named(at).wrong(`has no '${field}'`, {
      help: suggestMeant(meant ?? nearest(field, known), known),
    })
  }
}

/** Rejects an unknown field of an event, because its value would be lost silently. */
export function assertKnownFields(input: object, at: string): void {
  assertKnown(input, eventFields, at)
  const { actions } = input as { readonly actions?: unknown }
  if (!isObject(actions)) return
  for (const field of ['run', 'plan'])
    if (actions[field] !== undefined)
      throw Path.named(`${at}.actions.${field}`).wrong('is written by a runner alone', {
        help: 'restoreSession reads a stored session that holds it',
      })
  assertKnown(actions, programActions, `${at}.actions`)
}
