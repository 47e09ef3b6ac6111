import { describe } from '../form/describe.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'

/**
 * Check of a value of unknown shape. Returns null for a valid value. For an invalid value, returns an error text that
 * begins with the path inside the value. Paths are written only for invalid values, because a log may have thousands of
 * events to check.
 */
export type ShapeCheck = (value: unknown) => string | null

/** Checks, by the name of the field that each of them checks. */
export type Checks = Readonly<Record<string, ShapeCheck>>

const wrongValueText = (wanted: string, value: unknown): string =>
  ` must be ${wanted}, got ${describe(value)}`

/** Returns a check that applies a predicate to a value. */
export const checkThat =
  (wanted: string, isRight: (value: unknown) => boolean): ShapeCheck =>
  value =>
    isRight(value) ? null : wrongValueText(wanted, value)

/** Checks that accept a missing value. Most fields of an event are missing, and are passed over. */
const optional = new WeakSet<ShapeCheck>()

/** Returns a check that also accepts a missing value. */
export function optionalCheck(check: ShapeCheck): ShapeCheck {
  const made: ShapeCheck = value => (value === undefined ? null : check(value))
  optional.add(made)
  return made
}

export const textShape = checkThat('a string', value => typeof value === 'string')
export const numberShape = checkThat('a number', value => typeof value === 'number')
export const anObject = checkThat('an object', isObject)

/** Returns a check of some fields of an object; all other fields may have any value. */
export function fieldsCheck(checks: Checks): ShapeCheck {
  const fields = Object.entries(checks).map(([field, check]) => ({
    field,
    check,
    isOptional: optional.has(check),
  }))
  return value => {
    if (!isObject(value)) return anObject(value)
    for (const { field, check, isOptional } of fields) {
      const item = value[field]
      if (item === undefined && isOptional) continue
      const found = check(item)
      if (found !== null) return `.${field}${found}`
    }
    return null
  }
}

/** Returns a check of an object whose fields depend on the value of its tag field. */
export function taggedCheck(tag: string, shapes: ReadonlyMap<unknown, Checks>): ShapeCheck {
  const checks = new Map([...shapes].map(([kind, fields]) => [kind, fieldsCheck(fields)]))
  return value => {
    const kind = isObject(value) ? value[tag] : undefined
    const check = checks.get(kind)
    if (check !== undefined) return check(value)
    return `.${tag}${wrongValueText(`one of ${[...shapes.keys()].join(', ')}`, kind)}`
  }
}

/** Returns a check of each item of a list. */
export const listShape =
  (check: ShapeCheck): ShapeCheck =>
  value => {
    if (!Array.isArray(value)) return wrongValueText('a list', value)
    for (let index = 0; index < value.length; index++) {
      const found = check(value[index])
      if (found !== null) return `[${index}]${found}`
    }
    return null
  }

/** Throws a TypeError that names the value's place if the value fails a check. */
export function assertShape(check: ShapeCheck, value: unknown, at: string | Path): void {
  const found = check(value)
  if (found !== null) throw new TypeError(`${at}${found}`)
}
