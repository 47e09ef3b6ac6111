import { wordMark } from '../../src/core/trust/fence.ts'
import type { Outcome } from './case.ts'
import { clean, fields, type Law, type Leaf, leavesOf, parsed } from './law.ts'
import { fatesOf, isShaped } from './shown.ts'

/** Strings of the wire format that represent a part without being in it. */
const label =
  /\/(role|type|id|call_id|tool_call_id|tool_use_id|name|status|media_type|filename|detail|format|phase|mimeType|toolCallId|toolName|mediaType|language)$/

const shape = /^(e:(\d+)\.(\d+)|d:.+|s:.+|c:.+)$/s

/** Law 6: every string has one mapping, its segments tile it, and each origin is what it says. */
export const mapped: Law = {
  name: '6 mapped',
  check(outcome) {
    const { result } = outcome
    if (!result.ok) return result.map.length === 0 ? [] : ['a map without a request']
    const complaints: string[] = []
    const mappings = new Map(result.map.map(mapping => [mapping.pointer, mapping.segments]))
    if (mappings.size !== result.map.length) complaints.push('two mappings for one string')
    const leaves = leavesOf(result.request)
    const shaped = shapedEvents(outcome)
    for (const leaf of leaves)
      complaints.push(...checkLeaf(outcome, leaf, mappings.get(leaf.pointer), shaped))
    if (leaves.length !== result.map.length) complaints.push('a mapping for a string that is not there')
    return complaints
  },
}

type Segments = readonly { readonly start: number; readonly end: number; readonly origin: string }[]

/** Events of units of which less is shown than there is: a text may be made of its part there. */
const shapedEvents = (outcome: Outcome): ReadonlySet<number> =>
  new Set(
    outcome.result.ledger.rows.some(({ edits }) => isShaped(edits))
      ? fatesOf(outcome).flatMap(({ unit, edits }) =>
          isShaped(edits) ? unit.spans.map(({ seq }) => seq) : [],
        )
      : [],
  )

function checkLeaf(
  outcome: Outcome,
  { pointer, text }: Leaf,
  segments: Segments | undefined,
  shaped: ReadonlySet<number>,
): string[] {
  if (segments === undefined) return [`no mapping for ${pointer}`]
  const complaints: string[] = []
  let next = 0
  for (const { start, end, origin } of segments) {
    if (start !== next || end < start || (end === start && text !== ''))
      complaints.push(`segments do not tile ${pointer}`)
    next = end
    const found = shape.exec(origin)
    if (found === null) complaints.push(`'${origin}' is no origin (${pointer})`)
    else if (found[2] !== undefined && !label.test(pointer)) {
      const [seq, part] = [Number(found[2]), Number(found[3])]
      if (shaped.has(seq) && seq < outcome.conversation.session.length) continue
      const broken = checkEvent(outcome, pointer, text.slice(start, end), seq, part)
      // Words of ours around a name are no piece of it: the whole is, with the sign that was escaped.
      const whole = broken.length > 0 ? unescaped(text, segments, start) : null
      complaints.push(...(whole === null ? broken : checkEvent(outcome, pointer, whole, seq, part)))
    }
  }
  if (next !== text.length || segments.length === 0)
    complaints.push(`segments do not reach the end of ${pointer}`)
  return complaints
}

/** The words around a place as they were before signs in them were escaped; null where none was. */
function unescaped(text: string, segments: Segments, place: number): string | null {
  const at = segments.findIndex(({ start }) => start === place)
  const from = segments[at]?.origin
  const isSame = (index: number): boolean => ['c:escape', from].includes(segments[index]?.origin)
  let first = at
  let last = at
  while (isSame(first - 1)) first--
  while (isSame(last + 1)) last++
  if (first === last) return null
  return segments
    .slice(first, last + 1)
    .map(({ start, end, origin }) => (origin === 'c:escape' ? '<' : text.slice(start, end)))
    .join('')
}

/** Returns a text from outside without its tags and marks. */
const unquoted = (text: string): string =>
  text
    .replace(/^<data:[0-9a-f]{8} from="[^"]*">\n/, '')
    .replace(/\n<\/data:[0-9a-f]{8}>$/, '')
    .replaceAll(wordMark, '')

function checkEvent(outcome: Outcome, pointer: string, slice: string, seq: number, index: number): string[] {
  const broken = checkPart(outcome, pointer, slice, seq, index)
  const bare = unquoted(slice)
  if (broken.length === 0 || bare === slice) return broken
  // A file has one of the two tags.
  return bare === '' ? [] : checkPart(outcome, pointer, bare, seq, index)
}

function checkPart(
  { conversation }: Outcome,
  pointer: string,
  slice: string,
  seq: number,
  index: number,
): string[] {
  const { session } = conversation
  const event = seq < session.length ? session.event(seq) : undefined
  const part = event?.parts[index]
  if (event === undefined || part === undefined) return [`e:${seq}.${index} is not in the session`]
  const inner = part.kind === 'tool-call' ? leavesOf(parsed(part.arguments)) : []
  const held = [...leavesOf(part), ...inner, ...leavesOf(event.extra ?? {})].map(({ text }) => clean(text))
  if (held.some(text => text.includes(slice) || (text.length > 3 && slice.includes(text)))) return []
  if (part.kind === 'opaque' && slice === `[${part.type || 'item'}]`) return []
  if (part.kind === 'tool-call' && isRepair(part.arguments, slice)) return []
  const json = clean(JSON.stringify(part))
  if (json.includes(slice) || json.includes(JSON.stringify(slice).slice(1, -1))) return []
  return [
    `${pointer.replace(/\d+/g, 'N')} is not in its ${part.kind} part: ${JSON.stringify(slice.slice(0, 60))}`,
  ]
}

/**
 * Whether arguments were repaired: arguments that are no JSON object are wrapped in one, and no arguments become an empty one.
 */
function isRepair(given: unknown, slice: string): boolean {
  if (given === '') return slice === '{}'
  const [key, ...more] = Object.keys(fields(parsed(slice)))
  if (key === undefined || more.length > 0) return false
  const wrapped = JSON.stringify(fields(parsed(slice))[key])
  const forms = [given, parsed(given), JSON.stringify(given)]
  return forms.some(value => clean(JSON.stringify(value) ?? '') === wrapped)
}
