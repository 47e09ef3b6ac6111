import { isObject } from '../ir/json.ts'
import type { Check } from './check.ts'
import { firstColumns, wrongValueError } from './describe.ts'
import type { Needed } from './form.ts'
import { Path } from './path.ts'
import { unknownFieldError } from './suggest.ts'

/** Form of a function's options. Its type requires a check for each option. */
export type OptionsForm<Options> = {
  /** Checks of the optional options. */
  readonly takes: { readonly [Name in Exclude<keyof Options, Needed<Options>>]-?: Check }
  /** Advice for options that belong to other functions, by name. */
  readonly advice?: Readonly<Record<string, string>>
  /** Example of valid options, for messages. */
  readonly such?: string
} & ([Needed<Options>] extends [never]
  ? { readonly needs?: undefined }
  : { /** Checks of the required options. */ readonly needs: Readonly<Record<Needed<Options>, Check>> })

/** Form of the options of any function. */
interface AnyForm {
  readonly takes: Readonly<Record<string, Check>>
  readonly needs?: Readonly<Record<string, Check>> | undefined
  readonly advice?: Readonly<Record<string, string>>
  readonly such?: string
}

/** Check that accepts any value. */
export const acceptAnyValue: Check = () => {}

/**
 * Reads the options of a function. `of` is the name of the function, or the place of nested options. Throws a TypeError
 * for unknown options, missing required options, and invalid values.
 */
export function readOptions<Options extends object>(
  form: OptionsForm<Options>,
  given: unknown,
  of: string | Path,
): Options {
  const { takes, needs = {}, advice = {}, such } = form as AnyForm
  const at = typeof of === 'string' ? Path.options(of) : of
  const required = Object.keys(needs)
  if (given === undefined && required.length === 0) return {} as Options
  if (given === undefined) throw at.wrong(`must be given options: { ${required.join(', ')} }`)
  const example = such === undefined ? '' : `, such as ${such}`
  if (!isObject(given))
    throw wrongValueError(
      `an object${example}`,
      given,
      typeof of === 'string' ? Path.named(`the options of ${of}`) : at,
    )
  for (const key of Object.keys(given))
    if (!Object.hasOwn(takes, key) && !Object.hasOwn(needs, key)) {
      if (!Object.hasOwn(advice, key)) throw unknownFieldError(key, [...required, ...Object.keys(takes)], at)
      throw at.wrong(at.unknownFieldText(firstColumns(key)), { help: advice[key] ?? null })
    }
  for (const key of required) needs[key]?.(given[key], at.in(key))
  for (const [key, check] of Object.entries(takes))
    if (given[key] !== undefined) check(given[key], at.in(key))
  return given as Options
}

/** Throws if a function that accepts only an options object got further arguments. */
export function assertOptionsAlone(others: readonly unknown[], of: string): void {
  if (others.length > 0)
    throw Path.named(of).wrong('takes one argument, its options', { help: 'a second one would be ignored' })
}

/** Throws if a function without options got an options object. */
export function assertNoOptions(others: readonly unknown[], of: string): void {
  const [given] = others
  const [unknown] = isObject(given) ? Object.keys(given) : []
  if (unknown !== undefined)
    throw Path.options(of).wrong(Path.options(of).unknownFieldText(firstColumns(unknown)), {
      help: 'it takes none',
    })
}
