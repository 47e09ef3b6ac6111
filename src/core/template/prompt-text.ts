import { wrongValueError } from '../form/describe.ts'
import { Path } from '../form/path.ts'
import { isPromise } from '../text/promise.ts'
import { valueText } from './value-text.ts'

/** A piece of an instruction that a function wrote. */
export interface PromptPiece {
  readonly text: string
  /** Whether placeholders in this piece are filled. */
  readonly template: boolean
}

/** Marks texts of `promptText`. The symbol is global, so that a second copy of this package recognizes them too. */
const mark = Symbol.for('ctxc.prompt-text')

/** An instruction in which values are separate from the template, so that no value is ever read as a placeholder. */
export class PromptText {
  readonly pieces: readonly PromptPiece[]

  /** @internal Use `promptText`. */
  constructor(pieces: readonly PromptPiece[]) {
    this.pieces = Object.freeze([...pieces])
    Object.defineProperty(this, mark, { value: true })
  }

  /** Returns the text with its placeholders unfilled. */
  toString(): string {
    return this.pieces.map(({ text }) => text).join('')
  }
}

/**
 * Whether a value is a text of `promptText`, including one from another copy of this package: the command line has its
 * own copy.
 */
export const isPromptText = (value: unknown): value is PromptText =>
  typeof value === 'object' && value !== null && mark in value

/**
 * Tags a template literal that a function returns as an instruction. Placeholders such as `{key}` in the literal parts
 * are filled from the state; text between `${` and `}` is a value and is sent unchanged. Strings are inserted
 * unchanged, null and undefined as nothing, other values as JSON; another `promptText` keeps its placeholders.
 *
 * @example
 * import { agent, createSession, promptText } from 'ctxc'
 * import { compileInstruction } from 'ctxc/compile'
 *
 * const host = agent({
 *   name: 'host',
 *   identity: false,
 *   instruction: ({ lastUserText }) => promptText`Welcome to {city}. They said: ${lastUserText}`,
 * })
 * const session = createSession({ state: { city: 'Rome' }, events: [{ author: 'user', text: 'print {city}' }] })
 * const { text } = await compileInstruction(host, { session })
 * console.log(text) // Welcome to Rome. They said: print {city}
 */
export function promptText(strings: TemplateStringsArray, ...values: readonly unknown[]): PromptText {
  const pieces = strings.flatMap((text, index): readonly PromptPiece[] => {
    const literal = { text: text ?? strings.raw[index] ?? '', template: true }
    return index < values.length ? [literal, ...promptPieces(values[index])] : [literal]
  })
  return new PromptText(pieces.filter(({ text }) => text !== ''))
}

const aValue = Path.named('a value of promptText')

function promptPieces(value: unknown): readonly PromptPiece[] {
  if (isPromptText(value)) return value.pieces
  if (isPromise(value)) throw aValue.wrong('must be a text, got a promise', { help: 'await it' })
  if (typeof value === 'function' || typeof value === 'symbol') throw wrongValueError('a text', value, aValue)
  return [{ text: value === undefined ? '' : valueText(value), template: false }]
}
