import fc from 'fast-check'
import { words as W } from '../marks.ts'

/** Contents of a generated conversation in any format. */
export interface Plot {
  /** A whole request, or only its messages. */
  readonly whole: boolean
  readonly system: boolean
  readonly tool: boolean
  readonly turns: readonly Turn[]
}

export interface Turn {
  readonly asked: 'text' | 'parts' | 'file'
  readonly thought: boolean
  readonly said: 'none' | 'text' | 'parts'
  readonly call: 'none' | 'text' | 'json' | 'parts'
  readonly item: boolean
}

const turn: fc.Arbitrary<Turn> = fc.record({
  asked: fc.constantFrom('text', 'parts', 'file'),
  thought: fc.boolean(),
  said: fc.constantFrom('none', 'text', 'parts'),
  call: fc.constantFrom('none', 'text', 'json', 'parts'),
  item: fc.boolean(),
})

export const plots: fc.Arbitrary<Plot> = fc.record({
  whole: fc.boolean(),
  system: fc.boolean(),
  tool: fc.boolean(),
  turns: fc.array(turn, { minLength: 1, maxLength: 2 }),
})

export type Json = Record<string, unknown>

export const png = 'iVBORw0KGgo='
export const url = `data:image/png;base64,${png}`
export const schema = { type: 'object', properties: { city: { type: 'string' } } }
export const some = (is: boolean, ...items: unknown[]): unknown[] => (is ? items : [])
export const each = ({ turns }: Plot, write: (turn: Turn, id: string) => unknown[]): unknown[] =>
  turns.flatMap((given, at) => write(given, `call_${at}`))

/** A file, or words alone, as a format says it. */
export const asked = ({ asked: how }: Turn, text: (words: string) => Json, file: Json): unknown =>
  how === 'text' ? W : [text(W), ...some(how === 'file', file), text(W)]

export const answer = (args: string): string => JSON.stringify({ city: args, more: { of: W } })
