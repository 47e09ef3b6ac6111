import { nearest } from '../text/nearest.ts'
import type { Diagnostic } from './diagnostic.ts'
import { counted, make } from './make.ts'

export const nothingRead = (at: readonly string[], used: string, meant: string | null): Diagnostic =>
  make('CX3014', {
    message: `${used} could read none of ${counted(at.length, 'message')}`,
    at,
    notes: ['a request without the conversation would only look right, so none was made'],
    help:
      meant === null
        ? 'check the format of the messages: no importer knows it'
        : `use ${meant}: the messages are in the format that it reads`,
    data: { importer: used, use: meant },
  })

/** `'temprature', for which 'temperature' was probably meant`, for each field. */
const spelt = (fields: readonly string[], known: readonly string[]): string =>
  fields
    .flatMap(field => {
      // A short name is near to every other.
      const meant = field.length > 2 ? nearest(field, known) : null
      return meant === null ? [] : [`did you mean '${meant}' for '${field}'?`]
    })
    .join(' ')

const places = (fields: readonly string[]): string[] => fields.map(field => `d:extra.${field}`)
const quoted = (fields: readonly string[]): string => fields.map(field => `'${field}'`).join(', ')

export const fieldsDropped = (fields: readonly string[], known: readonly string[]): Diagnostic =>
  make('CX3015', {
    message: `the request came with ${counted(fields.length, 'field')} that OpenAI's API does not have, which ${fields.length === 1 ? 'was' : 'were'} dropped: ${quoted(fields)}`,
    at: places(fields),
    notes: ['OpenAI refuses a request with a field that it does not know'],
    help: spelt(fields, known) || 'remove what is no field of a request, such as the fields of a log record',
    data: { fields },
  })

export const fieldsKept = (fields: readonly string[]): Diagnostic =>
  make('CX3016', {
    message: `the request came with ${counted(fields.length, 'field')} that OpenAI's API does not have, which ${fields.length === 1 ? 'is' : 'are'} sent unchanged: ${quoted(fields)}`,
    at: places(fields),
    notes: ['the model is not one of OpenAI, and its vendor may have fields of its own'],
    data: { fields },
  })
