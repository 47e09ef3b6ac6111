import { isObject } from '../../core/ir/json.ts'
import { parseJson } from '../../core/text/json.ts'
import type { LiveEvent } from '../../live/engine/event.ts'
import type { LiveRecord } from '../../live/session/live-event.ts'
import { UsageError } from '../io.ts'

type Kind = 'text' | 'number' | 'object' | 'texts' | 'value' | 'null or text'

/** Required fields of a live event, by event type. The live engine uses these fields without checking them. */
const fieldsOf: Readonly<Record<LiveEvent['type'], Readonly<Record<string, Kind>>>> = {
  ...{ start: {}, stop: {}, opened: {}, ready: {}, closed: {}, waiting: {}, interrupt: {} },
  ...{ 'answer-started': {}, interrupted: {}, 'turn-complete': {} },
  ...{ 'speech-started': {}, 'speech-stopped': {} },
  ...{ written: { frame: 'number' }, acked: { frame: 'number' }, failed: { frame: 'number' } },
  removed: { item: 'text' },
  ...{ heard: { text: 'text' }, spoke: { text: 'text' } },
  called: { id: 'text', name: 'text', args: 'object' },
  'calls-cancelled': { ids: 'texts' },
  handle: { id: 'null or text' },
  usage: { total: 'number' },
  'server-error': { reason: 'text' },
  'go-away': { timeLeft: 'number' },
  'heard-until': { length: 'number', played: 'number' },
  sending: { what: 'text' },
  set: { set: 'object' },
  ...{ result: { id: 'text', value: 'value' }, progress: { id: 'text', value: 'value' } },
  extracted: { set: 'object' },
  timer: { name: 'text' },
}

/** Optional fields of a live event, with the kind of each value. */
const others: Readonly<Record<string, Kind>> = {
  ...{ reason: 'text', text: 'text', agent: 'text', number: 'number', holds: 'number', written: 'number' },
  ...{ length: 'number', played: 'number' },
  ...{ items: 'texts', delete: 'texts', set: 'object', values: 'object' },
}

const isText = (value: unknown): boolean => typeof value === 'string'

const isOf: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  number: Number.isFinite,
  object: isObject,
  texts: value => Array.isArray(value) && value.every(isText),
  value: value => value !== undefined,
  'null or text': value => value === null || isText(value),
}

/**
 * Reads the record of a live conversation, which has one event on each line. Throws a UsageError that names the first
 * invalid line.
 */
export function readRecords(text: string, name: string): readonly LiveRecord[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const record: unknown = parseJson(line)
    const fault = faultOf(record)
    if (fault === null) return [record as LiveRecord]
    throw new UsageError(`line ${index + 1} of ${name} is not a record of a live conversation: ${fault}`)
  })
}

/** Returns the fault of a recorded event; null if the event is valid. */
function faultOf(record: unknown): string | null {
  if (!isObject(record) || !isObject(record.event)) return 'it must be an object with at and event, as JSON'
  const { event } = record
  if (!Number.isFinite(record.at)) return 'at must be a number of milliseconds'
  const { type } = event
  if (typeof type !== 'string' || !Object.hasOwn(fieldsOf, type)) return 'event.type must be a type of event'
  const fields = fieldsOf[type as LiveEvent['type']]
  if (type === 'sending' && event.what === 'text' && !isText(event.text)) return 'event.text must be a text'
  for (const [field, kind] of Object.entries({ ...others, ...fields }))
    if ((Object.hasOwn(fields, field) || event[field] !== undefined) && !isOf[kind](event[field]))
      return `event.${field} must be ${words[kind]}`
  if (type === 'start' && event.said !== undefined && !areTranscripts(event.said))
    return 'event.said must be texts that were said'
  return null
}

const areTranscripts = (said: unknown): boolean =>
  Array.isArray(said) && said.every(each => isObject(each) && isText(each.by) && isText(each.text))

const words: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  object: 'an object',
  texts: 'a list of texts',
  value: 'a value',
  'null or text': 'a text or null',
}
