import type { Event, EventInput } from './event.ts'
import type { Sink, Source } from './sink.ts'
import { scanPart } from './size.ts'

type Check = readonly [field: string, kind: string, isRight: (value: unknown) => boolean]

const isString = (value: unknown): boolean => typeof value === 'string'
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** What a part of each kind cannot be without. */
const shapes: ReadonlyMap<unknown, readonly Check[]> = new Map<unknown, readonly Check[]>([
  ['text', [['text', 'a string', isString]]],
  ['reasoning', [['text', 'a string', isString]]],
  [
    'tool-call',
    [
      ['id', 'a string', isString],
      ['name', 'a string', isString],
    ],
  ],
  [
    'tool-result',
    [
      ['id', 'a string', isString],
      ['content', 'a list', Array.isArray],
    ],
  ],
  [
    'file',
    [
      ['mediaType', 'a string', isString],
      ['source', 'an object', isObject],
    ],
  ],
  ['data', []],
  [
    'opaque',
    [
      ['type', 'a string', isString],
      ['payload', 'an object', isObject],
    ],
  ],
])

function assertPart(part: unknown, at: string): void {
  const { kind, ...fields } = (isObject(part) ? part : {}) as Record<string, unknown>
  const checks = shapes.get(kind)
  if (!checks)
    throw new TypeError(`${at}.kind is '${String(kind)}', not one of ${[...shapes.keys()].join(', ')}`)
  for (const [field, wanted, isRight] of checks) {
    if (!isRight(fields[field])) throw new TypeError(`${at}.${field} is not ${wanted}`)
  }
  if (kind !== 'tool-result') return
  for (const [index, piece] of (fields.content as unknown[]).entries())
    assertPart(piece, `${at}.content[${index}]`)
}

/** Rejects what no event may be: a mistake of the program, never of a user. */
function assertEvent(input: EventInput, place: number): void {
  const at = `events[${place}]`
  if (!isObject(input)) throw new TypeError(`${at} is not an object`)
  if (!isString(input.author) || input.author === '') {
    throw new TypeError(`${at}.author must be a name: 'user', 'developer', 'tool' or an agent's`)
  }
  if (input.text !== undefined && !isString(input.text)) throw new TypeError(`${at}.text is not a string`)
  if (input.parts === undefined) return
  if (!Array.isArray(input.parts)) throw new TypeError(`${at}.parts is not a list`)
  for (const [index, part] of input.parts.entries()) assertPart(part, `${at}.parts[${index}]`)
}

function toEvent(input: EventInput, seq: number): Event {
  const words = input.text === undefined ? [] : [{ kind: 'text', text: input.text } as const]
  const parts = Object.freeze([...words, ...(input.parts ?? [])])
  return Object.freeze({
    seq,
    author: input.author,
    branch: input.branch ?? '',
    response: input.response ?? '',
    parts,
    ...(input.actions && { actions: input.actions }),
    ...(input.tier && { tier: input.tier }),
    ...(input.trust && { trust: input.trust }),
    ...(input.extra && { extra: input.extra }),
  })
}

/** A stretch of events that are events already. */
export function eventSource(inputs: readonly EventInput[], from: number): Source {
  const events = inputs.map((input, index) => {
    assertEvent(input, index)
    return toEvent(input, from + index)
  })
  return {
    length: events.length,
    event: index => events[index] as Event,
    scan: (index, sink) => scanEvent(events[index] as Event, sink),
  }
}

/** Tells a sink about one event. */
export function scanEvent(event: Omit<Event, 'seq'>, sink: Sink): void {
  const compaction = event.actions?.compaction
  sink.event(event.author, event.branch, event.response, {
    critical: event.tier === 'critical',
    ...(compaction && { compaction }),
  })
  for (const part of event.parts) scanPart(part, sink)
  sink.end(event.actions !== undefined)
}
