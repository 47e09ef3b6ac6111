// Generated answers, in a form that no provider uses.
import fc from 'fast-check'

/** Answer of a model. It can be written in each provider's form, whole or in pieces. */
export interface Said {
  readonly reasoning: string
  readonly text: string
  readonly refusal: string
  /** Whether the model searched the web with the provider's own tool and cites a page. */
  readonly searched: boolean
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: object }[]
  /** Lengths of the pieces into which texts are cut. */
  readonly cuts: readonly number[]
}

const words = fc.oneof(
  fc.constantFrom('It is sunny.', 'Zwölf — "quoted" \\ and\nlines', '日本語のテキスト', '{"a": [1, 2]}'),
  fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' }).filter(text => text.trim() !== ''),
)

const orNone = (text: fc.Arbitrary<string>) => fc.oneof(text, fc.constant(''))

const input = fc.record({
  city: words,
  days: fc.integer({ min: 0, max: 9 }),
  tags: fc.array(words, { maxLength: 2 }),
})

export const someSaid: fc.Arbitrary<Said> = fc
  .record({
    reasoning: orNone(words),
    text: orNone(words),
    refusal: fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: words }),
    searched: fc.boolean(),
    calls: fc.array(fc.record({ name: fc.constantFrom('look', 'book'), input }), { maxLength: 3 }),
    cuts: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
  })
  .filter(({ text, refusal, calls }) => text !== '' || refusal !== '' || calls.length > 0)
  .map(({ calls, ...said }) => ({
    ...said,
    calls: calls.map((call, index) => ({ ...call, id: `call_${index}` })),
  }))

/** Cuts a text into pieces. */
export function cut(text: string, cuts: readonly number[]): string[] {
  const pieces: string[] = []
  const letters = [...text]
  for (let at = 0, index = 0; at < letters.length; index++) {
    const length = cuts[index % cuts.length] as number
    pieces.push(letters.slice(at, at + length).join(''))
    at += length
  }
  return pieces
}
