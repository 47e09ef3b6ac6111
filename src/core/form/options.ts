import { isObject } from '../ir/json.ts'
import type { Check } from './check.ts'
import { expected, opening } from './describe.ts'
import type { Needed } from './form.ts'
import { Path } from './path.ts'
import { noField } from './suggest.ts'

/** Form of the options of a function. Its type requires a check for each of them. */
export type OptionsForm<Options> = {
  /** Checks of options that may be omitted. */
  readonly takes: { readonly [Name in Exclude<keyof Options, Needed<Options>>]-?: Check }
  /** Advice for names of other functions' options. */
  readonly advice?: Readonly<Record<string, string>>
  /** Example of options, for messages. */
  readonly such?: string
} & ([Needed<Options>] extends [never]
  ? { readonly needs?: undefined }
  : { /** Checks of options that must be given. */ readonly needs: Readonly<Record<Needed<Options>, Check>> })

/** Form of the options of any function. */
interface AnyForm {
  readonly takes: Readonly<Record<string, Check>>
  readonly needs?: Readonly<Record<string, Check>> | undefined
  readonly advice?: Readonly<Record<string, string>>
  readonly such?: string
}

/** Check of an option whose value may be anything. */
export const anything: Check = () => {}

/**
 * Reads the options of a function: `of` is its name, or the place of options in others. Throws a TypeError for options that
 * the function does not have, that it needs, and whose values are wrong.
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
    throw expected(
      `an object${example}`,
      given,
      typeof of === 'string' ? Path.named(`the options of ${of}`) : at,
    )
  const known = [...required, ...Object.keys(takes)]
  for (const key of Object.keys(given))
    if (!known.includes(key)) {
      if (!Object.hasOwn(advice, key)) throw noField(key, known, at)
      throw at.wrong(at.hasNo(opening(key)), { help: advice[key] ?? null })
    }
  for (const [key, check] of Object.entries({ ...needs, ...takes }))
    if (given[key] !== undefined || required.includes(key)) check(given[key], at.in(key))
  return given as Options
}

/** Rejects arguments after the options of a function that takes nothing else. */
export function assertOptionsAlone(others: readonly unknown[], of: string): void {
  if (others.length > 0)
    throw Path.named(of).wrong('takes one argument, its options', { help: 'a second one would be ignored' })
}

/** Rejects options of a function that takes none, among the arguments that follow its own. */
export function assertNoOptions(others: readonly unknown[], of: string): void {
  const [given] = others
  const [unknown] = isObject(given) ? Object.keys(given) : []
  if (unknown !== undefined)
    throw Path.options(of).wrong(Path.options(of).hasNo(opening(unknown)), { help: 'it takes none' })
}
