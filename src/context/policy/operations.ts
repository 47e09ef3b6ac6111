import type { Operation } from '../../ir/policy.ts'
import { type Form, readTagged } from '../../validate/form.ts'
import type { Path } from '../../validate/path.ts'
import { compactForm } from '../operation/compact/declare.ts'
import { dedupeForm } from '../operation/dedupe/declare.ts'
import { projectForm } from '../operation/project/declare.ts'
import { renderForm } from '../operation/render/declare.ts'
import { truncateForm } from '../operation/truncate/declare.ts'

/** Forms of the operations on the units of a clause. */
export const operationForms: { readonly [Op in Operation['op']]: Form } = {
  compact: compactForm,
  truncate: truncateForm,
  project: projectForm,
  dedupe: dedupeForm,
  render: renderForm,
}

/** Reads an operation into its one form. Throws a TypeError that names the path (`at`) for anything else. */
const readOperation = (value: unknown, at: Path): Operation =>
  readTagged('op', 'operation', operationForms, value, at) as unknown as Operation

/** The operations of a clause, each once. */
export function readOperations(list: readonly unknown[], at: Path): readonly Operation[] {
  const operations = at.each(list, readOperation)
  const twice = operations.find(({ op }, index) => operations.findIndex(other => other.op === op) < index)
  if (twice !== undefined)
    throw at.wrong(`has two of ${twice.op}`, { help: 'say it once; another clause may say it otherwise' })
  return Object.freeze(operations)
}
