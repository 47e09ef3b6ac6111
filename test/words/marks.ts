import fc from 'fast-check'
import { copy, leavesOf } from '../laws/law.ts'

/** Placeholder for text in a template: each one becomes a unique mark. */
export const words = '§'

/** A mark, wherever it is. */
const mark = /marked\d{4}word/g

/** Marks in a text. */
export const marksIn = (text: string): readonly string[] => text.match(mark) ?? []

/** One thing that no format knows, put into an object or a list of the template. */
export interface Stray {
  readonly place: number
  readonly name: string
  readonly kind: 'text' | 'object' | 'list' | 'part'
}

export const strays: fc.Arbitrary<readonly Stray[]> = fc.array(
  fc.record({
    place: fc.nat(10_000),
    name: fc.constantFrom('note', 'mood', 'aside', 'extra_words', 'customField', 'hint', 'x/y~z'),
    kind: fc.constantFrom('text', 'text', 'object', 'list', 'part'),
  }),
  { maxLength: 4 },
)

/**
 * Fields that get no strays: schemas are reshaped by rules of their own; a state is the program's, which its instruction
 * shows; and what a response is described by is left unread on purpose (`src/core/from/bookkeeping.ts`).
 */
const closed = new Set([
  'parameters',
  'input_schema',
  'inputSchema',
  'parametersJsonSchema',
  'state',
  'stateDelta',
  'response_metadata',
  'usage_metadata',
  'lc_namespace',
  'lc_kwargs',
])

type Open = Record<string, unknown>

/** Every object of a value that may get a field, and every list that may get a part, in order. */
function openOf(value: unknown, key = ''): (Open | unknown[])[] {
  if (typeof value !== 'object' || value === null || closed.has(key)) return []
  const isList = Array.isArray(value)
  const own =
    !isList || /^(content|parts|contents|messages|input|events|conversations)$/.test(key) ? [value] : []
  const inner = Object.entries(value).flatMap(([name, item]) => openOf(item, isList ? '' : name))
  return [...(own as (Open | unknown[])[]), ...inner]
}

const strayValue = (kind: Stray['kind']): unknown =>
  kind === 'object'
    ? { first: words, second: { third: words } }
    : kind === 'list'
      ? [words, { of: words }]
      : words

/** A template with strays in it, and each of its words marked. A session's own fields say nothing to a model. */
export function marked(template: unknown, given: readonly Stray[], isSession = false): unknown {
  const value = copyOf(template)
  for (const { place, name, kind } of given) {
    const open = openOf(isSession ? (value as Open).events : value, 'events').filter(
      item => Array.isArray(item) === (kind === 'part'),
    )
    const chosen = open[place % Math.max(1, open.length)]
    if (Array.isArray(chosen))
      chosen.splice(place % (chosen.length + 1), 0, { type: 'new_thing', [name]: words })
    else if (chosen) chosen[name] = strayValue(kind)
  }
  let count = 0
  const next = (): string => `marked${String(++count).padStart(4, '0')}word`
  return replaced(value, next, new Map())
}

/** A copy in which instances stay instances. */
function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const made = Object.create(Object.getPrototypeOf(value)) as Open
  return Object.assign(
    made,
    Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])),
  )
}

function replaced(value: unknown, next: () => string, known: Map<string, string>): unknown {
  if (typeof value === 'string') return value.replaceAll(words, next)
  if (typeof value !== 'object' || value === null) return value
  for (const [key, item] of Object.entries(value))
    if (key !== 'lc_kwargs') (value as Open)[key] = replaced(item, next, known)
  return value
}

/** Marks of an input, by the pointer at which each is. */
export const placesOf = (input: unknown): ReadonlyMap<string, string> =>
  new Map(
    leavesOf(input).flatMap(({ pointer, text }) =>
      pointer.includes('/lc_kwargs') ? [] : marksIn(text).map(found => [found, pointer] as const),
    ),
  )

export { copy }
