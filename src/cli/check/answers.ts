import type { JsonValue } from '../../core/ir/json.ts'
import type { Way } from '../../core/program/member.ts'
import { valueKey } from '../../core/text/equal.ts'
import type { Cell } from './cell.ts'
import { answersIn, type Write } from './write.ts'

/** Returns the values that a key can have, each as a unique text; null if no schema lists them. */
export function possibleValues(writes: Iterable<Write>): ReadonlySet<string> | null {
  const answers = answersIn(writes)
  const values = answers?.map(({ schema }) => {
    if (schema === undefined) return null
    if (schema.const !== undefined) return [schema.const]
    return Array.isArray(schema.enum) ? (schema.enum as readonly JsonValue[]) : null
  })
  if (!values || values.includes(null)) return null
  return new Set(values.flatMap(list => list ?? []).map(valueKey))
}

/** Whether the schemas of a key's writers allow only objects and lists. */
export function holdsNoScalar(writes: Iterable<Write>): boolean {
  const answers = answersIn(writes)
  return (
    answers !== null &&
    answers.length > 0 &&
    answers.every(({ schema }) => schema?.type === 'object' || schema?.type === 'array')
  )
}

/** Whether a route has a branch for every value that the route's key can have. */
export function coversAllValues({ presence, writes }: Cell, ways: readonly Way[]): boolean {
  const values = presence === 'there' ? possibleValues(writes) : null
  if (values === null) return false
  const asked = new Set(ways.flatMap(way => ('is' in way ? [valueKey(way.is)] : [])))
  return [...values].every(value => asked.has(value))
}
