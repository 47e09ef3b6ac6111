import { readTagged } from '../../form/form.ts'
import type { Path } from '../../form/path.ts'
import type { Operation } from '../../ir/policy.ts'
import { operations as definitions } from '../operation/operations.ts'

/** Reads an operation into its one form. Throws a TypeError that names the path (`at`) for anything else. */
const readOperation = (value: unknown, at: Path): Operation =>
  readTagged('op', 'operation', definitions, value, at) as unknown as Operation

/** Reads the operations of a clause; each may occur once. */
export function readOperations(list: readonly unknown[], at: Path): readonly Operation[] {
  const operations = at.each(list, readOperation)
  const twice = operations.find(({ op }, index) => operations.findIndex(other => other.op === op) < index)
  if (twice !== undefined)
    throw at.wrong(`has ${twice.op} twice`, { help: 'use it once; another clause can differ' })
  return Object.freeze(operations)
}
