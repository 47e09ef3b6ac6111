import fc from 'fast-check'
import { argumentsText, argumentsValue } from './json.ts'
import { invisibleText, someText, toolName } from './text.ts'

/** File or words of a user or a tool. */
export type GeneratedContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image' | 'document' | 'audio'; readonly source: 'data' | 'url' | 'id' | 'text' | 'odd' }
  | { readonly kind: 'own'; readonly variant: number }

/** Call, with the id it carries. */
export interface GeneratedCall {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly value: unknown
  readonly freeform: boolean
}

/** Piece of a model's answer. */
export type AnswerPiece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'thought'
      readonly text: string
      readonly seal: string
      readonly redacted: boolean
      readonly model: string | null
    }
  | { readonly kind: 'call'; readonly call: GeneratedCall }
  | { readonly kind: 'own'; readonly variant: number }

/** Step of a conversation, independent of any provider's format. */
export type Line =
  | { readonly kind: 'user'; readonly contents: readonly GeneratedContent[] }
  | { readonly kind: 'system'; readonly text: string }
  | { readonly kind: 'model'; readonly pieces: readonly AnswerPiece[] }
  | {
      readonly kind: 'result'
      readonly call: GeneratedCall
      readonly contents: readonly GeneratedContent[]
      readonly failed: boolean
    }
  | { readonly kind: 'own'; readonly variant: number }

const content = (): fc.Arbitrary<GeneratedContent> =>
  fc.oneof(
    { weight: 14, arbitrary: fc.record({ kind: fc.constant('text' as const), text: someText() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('image' as const, 'document' as const, 'audio' as const),
        source: fc.constantFrom(
          'data' as const,
          'url' as const,
          'id' as const,
          'text' as const,
          'odd' as const,
        ),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('own' as const), variant: fc.nat(15) }) },
  )

const contents = (): fc.Arbitrary<GeneratedContent[]> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.array(content(), { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(content(), { maxLength: 3 }) },
  )

/** Ids that are used before, empty, too long, illegal, or similar to the compiler's own. */
const oddId = fc.constantFrom(
  '',
  'call_1',
  'call_2',
  'a b/c',
  'x'.repeat(41),
  'x'.repeat(65),
  'é',
  '\ud800',
  `c${'a'.repeat(26)}`,
  'constructor',
  '__proto__',
)

const call = (): fc.Arbitrary<GeneratedCall> =>
  fc.record({
    id: fc.oneof({ weight: 9, arbitrary: fc.constant('#') }, { weight: 1, arbitrary: oddId }),
    name: toolName(),
    text: argumentsText(),
    value: argumentsValue(),
    freeform: fc.nat(14).map(roll => roll === 0),
  })

const producers = [
  null,
  null,
  'claude-sonnet-5',
  'claude-opus-5-5',
  'claude-haiku-4-5',
  'gpt-5.4',
  'gemini-3.8-flash',
  'gemini-2.5-flash',
  'someone-else',
]

const thought = (): fc.Arbitrary<AnswerPiece> =>
  fc.record({
    kind: fc.constant('thought' as const),
    text: fc.oneof({ weight: 5, arbitrary: someText() }, { weight: 1, arbitrary: invisibleText() }),
    seal: fc.oneof(
      { weight: 9, arbitrary: fc.base64String({ minLength: 8, maxLength: 40 }) },
      { weight: 1, arbitrary: fc.constant('') },
    ),
    redacted: fc.nat(6).map(roll => roll === 0),
    model: fc.constantFrom(...producers),
  })

const spoken = (): fc.Arbitrary<AnswerPiece> =>
  fc.record({ kind: fc.constant('text' as const), text: someText() })

const own = (): fc.Arbitrary<AnswerPiece> =>
  fc.record({ kind: fc.constant('own' as const), variant: fc.nat(15) })

/** Generates a typical answer of a model: reasoning, words, calls; sometimes in another order. */
const answer = (): fc.Arbitrary<AnswerPiece[]> =>
  fc
    .record({
      thoughts: fc.array(thought(), { maxLength: 2 }),
      texts: fc.array(spoken(), { maxLength: 1 }),
      owns: fc.oneof(
        { weight: 8, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: fc.array(own(), { minLength: 1, maxLength: 2 }) },
      ),
      calls: fc.array(call(), { maxLength: 3 }),
      order: fc.nat(19),
    })
    .map(({ thoughts, texts, owns, calls, order }) => {
      const called: AnswerPiece[] = calls.map(item => ({ kind: 'call', call: item }))
      if (order === 0) return [...called, ...texts, ...thoughts, ...owns]
      if (order === 1) return [...texts, ...called, ...owns, ...thoughts]
      return [...thoughts, ...texts, ...owns, ...called]
    })

interface Step {
  readonly pieces: readonly AnswerPiece[]
  readonly contents: readonly (readonly GeneratedContent[])[]
  readonly failed: boolean
  /** Kind of damage to the results: mostly none. */
  readonly damage: number
}

const step = (): fc.Arbitrary<Step> =>
  fc.record({
    pieces: answer(),
    contents: fc.array(contents(), { minLength: 3, maxLength: 3 }),
    failed: fc.nat(6).map(roll => roll === 0),
    damage: fc.nat(24),
  })

type Result = Extract<Line, { kind: 'result' }>

/** Function that returns the lines of an answer with results, from the answer, its first result and the others. */
type Damage = (said: Line, first: Result, others: readonly Result[]) => Line[]

const word = (text: string): Line => ({ kind: 'user', contents: [{ kind: 'text', text }] })

/** Kinds of damage: results missing, out of order, interrupted, doubled, early or without a call. */
const damages: readonly Damage[] = [
  (said, _, others) => [said, ...others],
  said => [said],
  (said, first, others) => [said, ...others.toReversed(), first],
  (said, first, others) => [said, word('Wait.'), first, ...others],
  (said, first, others) => [said, first, ...others, first],
  (said, first, others) => [said, first, word('Go on.'), ...others],
  (said, first, others) => [first, ...others, said],
  (said, first, others) => [
    said,
    { kind: 'model', pieces: [{ kind: 'text', text: 'Working.' }] },
    first,
    ...others,
  ],
  (said, first, others) => [said, { ...first, call: { ...first.call, id: 'unheard_of' } }, ...others],
  (said, first, others) => [said, { kind: 'system', text: 'Be brief.' }, first, ...others],
]

/** Returns the lines of a step, with its kind of damage. */
function linesOf({ pieces, contents: bodies, failed, damage }: Step): Line[] {
  const calls = pieces.flatMap(piece => (piece.kind === 'call' ? [piece.call] : []))
  const [first, ...others] = calls.map(
    (item, index): Result => ({ kind: 'result', call: item, contents: bodies[index] ?? [], failed }),
  )
  const said: Line = { kind: 'model', pieces }
  if (first === undefined) return [said]
  return damages[damage]?.(said, first, others) ?? [said, first, ...others]
}

const turn = (): fc.Arbitrary<Line[]> =>
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(contents(), fc.array(step(), { maxLength: 4 }))
        .map(([asked, steps]) => [{ kind: 'user' as const, contents: asked }, ...steps.flatMap(linesOf)]),
    },
    { weight: 2, arbitrary: step().map(linesOf) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('system' as const), text: someText() }).map(line => [line]),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('own' as const), variant: fc.nat(15) }).map(line => [line]),
    },
  )

/** Gives each call with the id `#` a unique id, and its results the same id. */
function number(lines: readonly Line[]): Line[] {
  const ids = new Map<GeneratedCall, GeneratedCall>()
  const named = (item: GeneratedCall): GeneratedCall => {
    const known = ids.get(item)
    if (known) return known
    const fresh = item.id === '#' ? { ...item, id: `call_${ids.size}` } : item
    ids.set(item, fresh)
    return fresh
  }
  return lines.map(line => {
    if (line.kind === 'result')
      return { ...line, call: line.call.id === 'unheard_of' ? line.call : named(line.call) }
    if (line.kind !== 'model') return line
    return {
      kind: 'model',
      pieces: line.pieces.map(piece =>
        piece.kind === 'call' ? { kind: 'call', call: named(piece.call) } : piece,
      ),
    }
  })
}

/** Generates a whole agent run, mostly well-formed, independent of any provider's format. */
export const agentRun = (): fc.Arbitrary<Line[]> =>
  fc
    .tuple(
      fc.oneof(
        fc.constant([]),
        fc.array(fc.record({ kind: fc.constant('system' as const), text: someText() }), { maxLength: 2 }),
      ),
      fc.array(turn(), { maxLength: 5 }),
    )
    .map(([system, turns]) => number([...system, ...turns.flat()]))
