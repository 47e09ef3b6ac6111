import { oneLine } from '../text/columns.ts'
import { nearest } from '../text/nearest.ts'
import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

export const nothingRead = (at: readonly string[], used: string, meant: string | null): Diagnostic =>
  make('CX3014', {
    message: `${used} could not read ${at.length === 1 ? 'the message' : `any of ${formatCount(at.length, 'message')}`}, so there is no request`,
    at,
    help:
      meant === null
        ? `check the format of the messages: each needs a role that ${used} knows, such as 'user' or 'assistant'`
        : `use ${meant}, which reads this format`,
    data: { importer: used, use: meant },
  })

/** Reports a request of Bedrock's Converse API, which no importer reads. */
export const converseUnread = (used: string): Diagnostic =>
  make('CX3014', {
    message: `${used} cannot read a request of Amazon Bedrock's Converse API, so there is no request`,
    help: 'write the messages as Anthropic Messages and call InvokeModel, or use the AI SDK with @ai-sdk/amazon-bedrock',
    data: { importer: used, use: null, form: 'bedrock-converse' },
  })

/** Returns a suggestion for each misspelt field: `did you mean 'temperature' for 'temprature'?` */
const suggestSpelling = (fields: readonly string[], known: readonly string[]): string =>
  fields
    .flatMap(field => {
      // A very short name resembles almost every other name.
      const meant = field.length > 2 ? nearest(field, known) : null
      return meant === null ? [] : [`did you mean '${meant}' for '${field}'?`]
    })
    .join(' ')

const extraPlaces = (fields: readonly string[]): string[] => fields.map(field => `d:extra.${field}`)
const quotedFields = (fields: readonly string[]): string => fields.map(field => `'${field}'`).join(', ')

/** API or client that rejects unknown fields. */
export interface FieldOwner {
  /** Name of the API or client, for the start of a sentence. */
  readonly name: string
  readonly api: string
}

const unknownFieldsText = (fields: readonly string[], api: string): string =>
  `the request had ${formatCount(fields.length, 'field')} that ${api} does not have`

export const fieldsDropped = (
  fields: readonly string[],
  known: readonly string[],
  { name, api }: FieldOwner,
): Diagnostic =>
  make('CX3015', {
    message: `${unknownFieldsText(fields, api)}, so ${fields.length === 1 ? 'it was' : 'they were'} dropped: ${quotedFields(fields)}`,
    at: extraPlaces(fields),
    notes: [`${name} rejects a request with an unknown field`],
    help:
      suggestSpelling(fields, known) || 'remove fields that belong to something else, such as a log record',
    data: { fields },
  })

export const fieldsKept = (fields: readonly string[], { name, api }: FieldOwner): Diagnostic =>
  make('CX3016', {
    message: `${unknownFieldsText(fields, api)}, but ${fields.length === 1 ? 'it is' : 'they are'} sent unchanged: ${quotedFields(fields)}`,
    at: extraPlaces(fields),
    notes: [`another vendor that serves the model may have fields that ${name} does not have`],
    data: { fields },
  })

/** Reports call settings in an imported request. The app makes the call, so the app must pass these settings. */
export const callSettingsNotSent = (fields: readonly string[]): Diagnostic =>
  make('CX3018', {
    message: `the request had ${formatCount(fields.length, 'setting')} of the call, which ${fields.length === 1 ? 'is' : 'are'} not part of a compiled request: ${quotedFields(fields)}`,
    at: extraPlaces(fields),
    help: 'pass them to the call yourself, next to `...request`',
    data: { fields },
  })

/** Returns the name of the field at the end of an input place; `parts[]` for an element of a list. */
function fieldAt(place: string): string {
  const path = place.slice('i:'.length).split('/').slice(1)
  const last = path.findLastIndex(key => !/^\d+$/.test(key))
  const name = (path[last] ?? '').replaceAll('~1', '/').replaceAll('~0', '~')
  return last < path.length - 1 ? `${name}[]` : name
}

/**
 * Reports fields and parts that an importer cannot read and does not keep. The diagnostic names their places, never
 * their values.
 */
export const fieldsUnread = (given: readonly string[]): Diagnostic => {
  // A message that became several units is checked once per unit, so its places occur several times.
  const at = [...new Set(given)]
  const fields = [...new Set(at.map(fieldAt))].slice(0, fieldsShown)
  const shown = fields.slice(0, 5).map(field => `'${oneLine(shortenFieldName(field))}'`)
  const more = fields.length > 5 ? ', …' : ''
  return make('CX3017', {
    message: `${formatCount(at.length, 'field or part', 'fields or parts')} of the input ${at.length === 1 ? 'was' : 'were'} ignored, so no model gets ${at.length === 1 ? 'it' : 'them'}: ${shown.join(', ')}${more}`,
    at,
    help: 'put text for the model into the content of a message; ignore this for fields that only your app reads',
    data: { fields },
  })
}

/** Reports messages that a framework removed, streamed only in part, or keeps for the app alone. */
export const messagesNotRead = (at: readonly string[]): Diagnostic =>
  make('CX3017', {
    message: `${formatCount(at.length, 'message or part', 'messages or parts')} of the input ${at.length === 1 ? 'was' : 'were'} skipped, as the framework itself does: removed, partial, or only for the app`,
    at,
  })

/** Reports parts of a step that was aborted. */
export const partsUnfinished = (at: readonly string[]): Diagnostic =>
  make('CX3017', {
    message: `the ids and signatures of ${formatCount(at.length, 'part')} were ignored, because the answer was aborted: its provider stored no such items`,
    at,
    data: { fields: ['providerMetadata'] },
  })

/** Maximum number of field names in `data`. */
const fieldsShown = 20

const shortenFieldName = (field: string): string => (field.length <= 60 ? field : `${field.slice(0, 59)}…`)
