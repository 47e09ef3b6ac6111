import { describe } from '../../form/describe.ts'
import { Path } from '../../form/path.ts'
import { isObject } from '../../ir/json.ts'

/** Throws unless a value is a compile result with the fields that the function named by `taker` needs. */
export function assertResult(result: unknown, fields: readonly string[], taker: string): void {
  const given: unknown = result
  if (isObject(given) && fields.every(field => given[field] !== undefined)) return
  throw Path.named(taker).wrong(`must be given a result of compile, got ${describe(given)}`, {
    help: given instanceof Promise ? 'await it' : 'await compile(agent, session, options) returns one',
  })
}
