import { isObject } from '../../ir/json.ts'
import { toJson } from '../../text/json.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { createValueReplacer } from '../literals/replacer.ts'
import { placeholdersIn, replacePlaceholders } from './registry.ts'

/**
 * Argument in which a tool gets the real value of a placeholder: the argument's name, or its name and a `scheme` (the
 * text before the value, such as `Bearer `).
 */
type Revealing = string | { readonly argument: string; readonly scheme: string }

/**
 * Arguments of a call with real values, and a function that replaces these values in a text with their placeholders.
 */
interface Revealed {
  readonly input: unknown
  readonly hide: (text: string) => string
}

/**
 * Values of the placeholders in a call, for the call's tool and for the guards of its arguments. The model never sees
 * these values.
 */
export class CallValues {
  private readonly valueOf: (placeholder: string) => string | null

  constructor(read: (placeholder: string) => string | null) {
    this.valueOf = read
  }

  /** Returns the values on which `agrees` agrees. */
  onlyIf(agrees: (placeholder: string, value: string) => boolean): CallValues {
    return new CallValues(placeholder => {
      const value = this.valueOf(placeholder)
      return value !== null && agrees(placeholder, value) ? value : null
    })
  }

  /** Returns the value of a placeholder; null if it has none. */
  read(placeholder: string): string | null {
    return this.valueOf(placeholder)
  }

  /** Returns the values of those placeholders alone that a call's arguments have as its model wrote them. */
  withinArguments(made: unknown): CallValues {
    const known = new Set(placeholdersIn(toJson(made)))
    return new CallValues(placeholder => (known.has(placeholder) ? this.valueOf(placeholder) : null))
  }

  /** Returns a value with all its placeholders replaced by real values. */
  revealPlaceholders<Value>(value: Value): Value {
    return mapTexts(value, text => replacePlaceholders(text, this.valueOf))
  }

  /**
   * Returns a call's arguments with real values in the arguments that the tool names; null if none of them has a
   * placeholder.
   */
  revealArguments(input: unknown, reveal: readonly Revealing[]): Revealed | null {
    if (!isObject(input)) return null
    const values = new Map<string, string>()
    const found = reveal.flatMap(each => {
      const { argument, scheme } = typeof each === 'string' ? { argument: each, scheme: '' } : each
      const given = Object.hasOwn(input, argument) ? input[argument] : undefined
      if (typeof given !== 'string' || !given.startsWith(scheme)) return []
      // The argument must consist of the placeholder alone. Then no value can be placed inside text that a model wrote.
      const placeholder = given.slice(scheme.length)
      const value = this.valueOf(placeholder)
      if (value === null) return []
      values.set(value, placeholder)
      return [[argument, scheme + value] as const]
    })
    if (found.length === 0) return null
    return { input: { ...input, ...Object.fromEntries(found) }, hide: createValueReplacer(values) }
  }
}
