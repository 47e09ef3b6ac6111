import type { Operation } from '../../ir/policy.ts'
import { toJson } from '../../text/json.ts'

/** Returns the weight of operations: each kind counts more than all kinds before it together. */
export const weightOf = (operations: readonly Operation[]): number =>
  operations.reduce((sum, { op }) => sum + weights[op], 0)

const weights: Readonly<Record<Operation['op'], number>> = {
  dedupe: 1,
  project: 2,
  truncate: 4,
  compact: 8,
  render: 16,
}

/** Orders what clauses ask for by how little it does, and never by where the clauses stand. */
export function byLoss(left: readonly Operation[], right: readonly Operation[]): number {
  const [one, other] = [sizesOf(left), sizesOf(right)]
  const at = one.findIndex((size, index) => size !== other[index])
  if (at >= 0) return (other[at] as number) - (one[at] as number)
  const [text, texts] = [toJson(left), toJson(right)]
  return text < texts ? -1 : text > texts ? 1 : 0
}

/** Whether results lose no more by some operations than by others: nothing else is done to them, or less of the same. */
export const losesAtMost = (some: readonly Operation[], others: readonly Operation[]): boolean =>
  some.every(
    one =>
      // Words tell all of a result; that it may be told elsewhere is asked by itself.
      one.op === 'render' ||
      one.op === 'dedupe' ||
      others.some(other => one === other || doesOf(one) === doesOf(other)),
  )

/** Returns the effect of an operation as a text, the ages from which it applies aside. */
const doesOf = (operation: Operation): string =>
  toJson({ ...operation, olderThan: undefined, olderThanSteps: undefined })

/** Returns the sizes that operations let through: the larger they are, the more is left of a unit. */
function sizesOf(operations: readonly Operation[]): number[] {
  const all = Number.MAX_VALUE
  const truncate = operations.find(({ op }) => op === 'truncate') as OperationOf<'truncate'> | undefined
  const compact = operations.find(({ op }) => op === 'compact') as OperationOf<'compact'> | undefined
  const ages = [compact?.olderThan ?? all, compact?.olderThanSteps ?? all]
  return [truncate?.tokens ?? all, compact?.over ?? all, ...ages]
}

type OperationOf<Op extends Operation['op']> = Extract<Operation, { op: Op }>
