import { leadingPlace } from '../diag/render.ts'
import { seqOfOrigin } from '../ir/origin.ts'
import type { Program } from '../program/program.ts'

/** Returns the place with which a note begins, as a list of one; an empty list if the note begins with no place. */
export const leadingPlaces = (note: string): string[] => leadingPlace.exec(note)?.slice(1) ?? []

const declarations: Readonly<Record<string, string>> = {
  'd:instruction': 'instruction',
  'd:staticInstruction': 'static instruction',
  'd:globalInstruction': 'global instruction',
  'd:name': 'name of the agent',
  'd:description': 'description of the agent',
  'c:identity': 'identity of the agent, by ctxc',
  'c:schema': 'the output schema as text, by ctxc',
  'c:transfer': 'agents to hand over to, by ctxc',
  'c:attribution': 'attribution of agents, by ctxc',
  'd:tools': 'tools',
  'd:outputSchema': 'output schema',
  'd:model': 'model',
  'c:filler': 'a filler message by ctxc',
  'c:stub': 'tool declarations without parameters by ctxc',
  'c:margin': 'what a request may cost besides its parts',
  'c:request': 'the request itself',
  'c:new-id': 'an id by ctxc',
  'c:no-result': 'an error result by ctxc',
  'c:pending': 'a notice by ctxc that a call is pending',
  'c:fence': 'a fence by ctxc',
  'c:join': 'a separator by ctxc',
  'c:message': 'a message by ctxc',
  'c:cache': 'a cache mark by ctxc',
  'c:moved-files': 'a note by ctxc on a moved file',
  'c:signature': 'a substitute for a thought signature, by ctxc',
}

/** Prefixes of origins, each with a function that makes a name from the rest of the origin. */
const prefixes: readonly (readonly [prefix: string, name: (rest: string) => string])[] = [
  ['d:tool:', rest => `tool ${rest}`],
  ['d:generateConfig.', rest => `setting ${rest}`],
  ['d:instruction.', rest => `instruction, piece ${Number(rest) + 1}`],
  ['d:context.', rest => `context, piece ${Number(rest) + 1}`],
  ['d:shown.', rest => `context, piece ${Number(rest) + 1}, as an earlier request showed it`],
  ['d:artifacts.', rest => `artifact ${rest}`],
  ['d:extra.', rest => `field ${rest}`],
  ['i:', rest => (rest === '' ? 'the input' : `${rest} of the input`)],
]

/** Returns the name of a declaration or of an input place; undefined for any other origin. */
function declarationName(at: string): string | undefined {
  const known = declarations[at]
  if (known) return known
  const [, agent, field] = /^d:agent:(.*)\.(name|description)$/s.exec(at) ?? []
  if (field) return `${field} of agent ${agent}`
  const [prefix, name] = prefixes.find(([prefix]) => at.startsWith(prefix)) ?? []
  return prefix === undefined ? undefined : name?.(at.slice(prefix.length))
}

/** Returns the name of a unit from its first message; undefined if the place is not a unit. */
function unitPlace(at: string, program: Program | undefined, indexOf?: IndexOf): string | undefined {
  const ordinal = /^unit:(\d+)$/.exec(at)?.[1]
  if (ordinal === undefined) return undefined
  const rows = program?.session.units.rows
  return program && rows && Number(ordinal) < rows.length
    ? messagePlace(rows.seqOf(Number(ordinal)), program, indexOf)
    : `unit ${ordinal}`
}

/**
 * Function that returns the index of an event's message in the caller's list; null if the message is not in the list.
 */
export type IndexOf = (seq: number) => number | null

/**
 * Describes an origin, or a place that a diagnostic names, as text. Pass `indexOf` if the session has more events than
 * the caller's list.
 */
export function placeName(at: string, program?: Program, indexOf?: IndexOf): string {
  const value = /^s:(.*?)(?:@(\d+))?$/s.exec(at)
  if (value)
    return value[2] === undefined ? `{${value[1]}} of the state` : `{${value[1]}}, set by event ${value[2]}`
  const stretch = /^(d:.*)@(\d+)-(\d+)$/s.exec(at)
  if (stretch)
    return `${placeName(stretch[1] as string, program, indexOf)}, characters ${stretch[2]} to ${stretch[3]}`
  const seq = seqOfOrigin(at)
  if (seq !== null) return program ? messagePlace(seq, program, indexOf) : `event ${seq}`
  return declarationName(at) ?? unitPlace(at, program, indexOf) ?? at
}

/**
 * Returns a name for an event: the element of the input that became the event, and the chat message from which this
 * element was made. An event that was not made from an input is named by its number.
 */
function messagePlace(seq: number, { format, leading = 0, elements }: Program, indexOf?: IndexOf): string {
  const index = indexOf === undefined ? seq + leading : indexOf(seq)
  if (format === undefined || format === 'adk' || index === null) return `event ${seq}`
  const own = elements?.[index]
  const id = own?.id === undefined ? '' : `, id ${own.id}`
  return `${names[format] ?? 'message'}[${index}]${own === undefined ? '' : ` of chat[${own.index}]${id}`}`
}

/** Names for elements of the input, by format, if they are not called messages. */
const names: Readonly<Record<string, string>> = { openai: 'item', gemini: 'content' }
