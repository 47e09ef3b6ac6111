import { isObject } from '../../ir/json.ts'
import { mapTexts } from '../../text/map-texts.ts'
import { replacerOf } from '../literals/replacer.ts'
import { placeholdersReplaced } from './registry.ts'

/** Argument in which a tool gets the value of a placeholder: its name, or its name and the text before the value. */
type Revealing = string | { readonly argument: string; readonly scheme: string }

/** Arguments of a call with values in place of placeholders, and the change that puts the placeholders back into a text. */
interface Revealed {
  readonly input: unknown
  readonly hide: (text: string) => string
}

/** Values of the placeholders in a call, for its tool and for the guards of its arguments. The model never sees them. */
export class CallValues {
  private readonly valueOf: (placeholder: string) => string | null

  constructor(read: (placeholder: string) => string | null) {
    this.valueOf = read
  }

  /** Returns a value with the values of all its placeholders. */
  all<Value>(value: Value): Value {
    return mapTexts(value, text => placeholdersReplaced(text, this.valueOf))
  }

  /** Returns a call's arguments with real values, in those that the tool names; null if there are none. */
  arguments(input: unknown, reveal: readonly Revealing[]): Revealed | null {
    if (!isObject(input)) return null
    const values = new Map<string, string>()
    const found = reveal.flatMap(each => {
      const { argument, scheme } = typeof each === 'string' ? { argument: each, scheme: '' } : each
      const given = Object.hasOwn(input, argument) ? input[argument] : undefined
      if (typeof given !== 'string' || !given.startsWith(scheme)) return []
      // The whole argument is the placeholder: a value never ends up in a text that a model wrote around it.
      const placeholder = given.slice(scheme.length)
      const value = this.valueOf(placeholder)
      if (value === null) return []
      values.set(value, placeholder)
      return [[argument, scheme + value] as const]
    })
    if (found.length === 0) return null
    return { input: { ...input, ...Object.fromEntries(found) }, hide: replacerOf(values) }
  }
}
