import type { Conversation } from '../../src/from.ts'
import type { Compiled } from '../../src/index.ts'
import { fields, leavesOf } from '../laws/law.ts'
import { marksIn } from './marks.ts'

type Diagnostic = Compiled['diagnostics'][number]

/** Place of a mark among the events: the part, and the path inside it. */
interface Held {
  readonly seq: number
  /** Index of the part; null for a place outside the parts. */
  readonly part: number | null
  readonly path: readonly string[]
}

const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The places of a mark in a session. */
function heldIn({ session }: Conversation): ReadonlyMap<string, readonly Held[]> {
  const held = new Map<string, Held[]>()
  const note = (value: unknown, seq: number, part: number | null): void => {
    for (const { pointer, text } of leavesOf(value))
      for (const mark of marksIn(text)) {
        const places = held.get(mark) ?? []
        held.set(mark, places)
        places.push({ seq, part, path: stepsOf(pointer) })
      }
  }
  for (const { seq, parts, extra } of session.events) {
    for (const [index, part] of parts.entries()) note(part, seq, index)
    note({ extra }, seq, null)
  }
  return held
}

/** Whether no unit that the ledger calls kept holds a part, or any part of an event. */
function isDropped(
  { ledger }: Compiled,
  { session }: Conversation,
  { seq, part }: Pick<Held, 'seq' | 'part'>,
): boolean {
  const { rows } = session.units
  const holds = (ordinal: number): boolean =>
    rows
      .unit(ordinal)
      .spans.some(span => span.seq === seq && (part === null || (part >= span.from && part < span.to)))
  const fates = ledger.rows.flatMap(({ from, to, fate }) =>
    Array.from({ length: to - from }, (_, index) => (holds(from + index) ? [fate] : [])).flat(),
  )
  return fates.length > 0 && !fates.includes('kept')
}

/** Whether a diagnostic speaks of the very thing at a path of a part: not merely of the part. */
function speaksOf({ code, data }: Diagnostic, part: unknown, path: readonly string[]): boolean {
  const isPiece = path[0] === 'content'
  const inner = isPiece ? fields(fields(part).content)[path[1] ?? ''] : part
  const own = isPiece ? path.slice(2) : path
  const { kind } = fields(inner)
  switch (code) {
    case 'CX3002':
    case 'CX3012':
      return true
    case 'CX7007':
      return kind === 'reasoning' || own[0] === 'seal'
    case 'CX7008':
    case 'CX7029':
      return kind === 'opaque'
    case 'CX7015':
      return kind === 'file'
    case 'CX7019': {
      const named = (Array.isArray(data.fields) ? data.fields : []) as readonly string[]
      const [first, second, third] = own
      // Chat holds what a piece is in an object of its own, whose fields are named without it.
      const field = ['function', 'custom', 'image_url', 'file', 'input_audio'].includes(third ?? '')
        ? (own[3] ?? '')
        : (third ?? '')
      if (first === 'extra')
        return second === 'fields' && (named.includes(field) || named.includes(third ?? ''))
      if (first === 'native') return named.includes(third ?? '')
      return kind === 'opaque'
        ? named.includes(second ?? '')
        : first === 'name' && named.includes('name of a file')
    }
    default:
      return false
  }
}

const covers = (at: string, pointer: string): boolean =>
  at.startsWith('i:') && (pointer === at.slice(2) || pointer.startsWith(`${at.slice(2)}/`))

/** Whether a diagnostic reports that a mark in a declaration is not sent. */
function declaredLost({ agent }: Conversation, mark: string, { ok, diagnostics }: Compiled): boolean {
  return leavesOf(agent).some(({ pointer, text }) => {
    if (!marksIn(text).includes(mark)) return false
    // If no message could be read, no request is made, so no declaration next to the messages is sent.
    if (diagnostics.some(({ code }) => code === 'CX3014')) return true
    const path = stepsOf(pointer)
    const at = (place: string): Diagnostic[] => diagnostics.filter(item => item.at.includes(place))
    // No request has no fields.
    if (path[0] === 'extra' && !ok) return diagnostics.some(({ level }) => level === 'error')
    if (path[0] === 'extra') return at(`d:extra.${path[2]}`).length > 0
    if (path[0] === 'staticInstruction' && !ok) return at('d:instruction').length > 0
    if (path[0] === 'staticInstruction' && path[2] === 'extra')
      return [...at('d:instruction'), ...at(`d:instruction.${path[1]}`)].some(
        ({ code, data }) =>
          code === 'CX7019' && path.some(step => (data.fields as readonly string[]).includes(step)),
      )
    if (path[0] !== 'tools') return false
    if ([...at('d:tools'), ...at(`d:tools.${path[1]}`)].some(({ code }) => /CX70(12|22)/.test(code)))
      return true
    const tool = fields((agent.tools ?? [])[Number(path[1])])
    if (!ok && at('d:tools').length > 0) return true
    if (path[2] === 'native') {
      const payload = fields(fields(tool.native).payload)
      const label = String(payload.name ?? payload.type ?? Object.keys(payload).join(', '))
      return at(`d:tool:${label}`).some(({ code }) => ['CX7012', 'CX7022', 'CX7014'].includes(code))
    }
    return at(`d:tool:${String(tool.name)}`).some(
      ({ code, data }) => code === 'CX7019' && (data.fields as string[]).includes(path[4] ?? ''),
    )
  })
}

/** The words of an input of which nobody can say what became of them, each as its pointer. */
export function unaccounted(
  places: ReadonlyMap<string, string>,
  conversation: Conversation,
  compiled: Compiled,
): string[] {
  const sent = JSON.stringify(compiled.request)
  const held = heldIn(conversation)
  const { diagnostics } = compiled
  const unread = conversation.session.events.flatMap(({ seq }) =>
    conversation.session.unreadAt(seq).map(at => ({ seq, at })),
  )
  // A diagnostic names the first places and counts the rest: it excuses no more than it counts.
  const more = new Map(
    diagnostics.map(item => [item, Math.max(0, Number(item.data.count ?? 0) - item.at.length)]),
  )
  const excused = new Set<string>()
  const excuses = (item: Diagnostic, place: string): boolean => {
    const left = more.get(item) ?? 0
    const key = `${item.code} ${place}`
    if (!excused.has(key)) {
      if (left === 0) return false
      more.set(item, left - 1)
      excused.add(key)
    }
    return true
  }
  const isAccounted = (mark: string, pointer: string): boolean => {
    if (sent.includes(mark)) return true
    if (diagnostics.some(({ at }) => at.some(place => covers(place, pointer)))) return true
    const known = held.get(mark) ?? []
    if (
      unread.some(
        ({ seq, at }) => covers(at, pointer) && isDropped(compiled, conversation, { seq, part: null }),
      )
    )
      return true
    if (known.some(place => isDropped(compiled, conversation, place))) return true
    const events = known.some(({ seq, part, path }) => {
      const given =
        part === null ? conversation.session.event(seq) : conversation.session.event(seq).parts[part]
      const isAt = (place: string): boolean =>
        part === null ? place === `e:${seq}` || place.startsWith(`e:${seq}.`) : place === `e:${seq}.${part}`
      const place = `e:${seq}.${part ?? 0}`
      return diagnostics.some(
        item => speaksOf(item, given, path) && (item.at.some(isAt) || excuses(item, place)),
      )
    })
    if (events || declaredLost(conversation, mark, compiled)) return true
    const named = unread.find(({ at }) => covers(at, pointer))?.at
    return named !== undefined && diagnostics.some(item => item.code === 'CX3017' && excuses(item, named))
  }
  return [...places].flatMap(([mark, pointer]) => (isAccounted(mark, pointer) ? [] : [pointer]))
}
