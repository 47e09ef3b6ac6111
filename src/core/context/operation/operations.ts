import type { Family } from '../../form/family.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Operation } from '../../ir/policy.ts'
import type { OperationDefinition } from '../definition/operation.ts'
import { compact } from './compact/compact.ts'
import { dedupe } from './dedupe/dedupe.ts'
import { fenceOperation } from './fence/fence.ts'
import { freshOperation } from './fresh/fresh.ts'
import { project } from './project/project.ts'
import { render } from './render/render.ts'
import { summarizeOperation } from './summarize/summarize.ts'
import { truncateOperation } from './truncate/truncate.ts'

/**
 * Definitions of all operations, from the gentlest to the harshest. The operations run in this order. Each weighs more
 * than all gentler operations together.
 */
export const operations: { readonly [Op in Operation['op']]: OperationDefinition<Op> } = {
  dedupe,
  project,
  truncate: truncateOperation,
  compact,
  fence: fenceOperation,
  fresh: freshOperation,
  summarize: summarizeOperation,
  render,
}

/** Check and schema of operations, by the name that a clause uses for each operation. */
export const operationFamily: Family = {
  tag: 'op',
  what: 'operation',
  title: 'Kind of the operation.',
  prefix: 'operation.',
  forms: operations,
}

/** Returns the definition of an operation. */
export const definitionOf = ({ op }: Operation): OperationDefinition => operations[op] as OperationDefinition

/** Edit that each operation's pass performs, by the name of the pass. */
export const editsByPass: ReadonlyMap<string, Edit> = new Map(
  Object.values(operations).flatMap(({ pass, edit }) =>
    pass === null || edit === null ? [] : [[pass.name, edit] as const],
  ),
)
