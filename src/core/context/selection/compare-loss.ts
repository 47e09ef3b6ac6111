import type { Operation } from '../../ir/policy.ts'
import { toJson } from '../../text/json.ts'
import { definitionOf, operations as definitions } from '../operation/operations.ts'

const weights: ReadonlyMap<string, number> = new Map(
  Object.keys(definitions).map((op, index) => [op, 2 ** index]),
)

/** Returns the weight of operations. Each kind of operation weighs more than all gentler kinds together. */
export const weightOf = (operations: readonly Operation[]): number =>
  operations.reduce((sum, { op }) => sum + (weights.get(op) as number), 0)

/**
 * Compares two clauses by the sizes in their operations; the gentlest comes first. The position of the clauses in the
 * policy does not matter.
 */
export function compareByLoss(left: readonly Operation[], right: readonly Operation[]): number {
  const [one, other] = [sizesOf(left), sizesOf(right)]
  const at = one.findIndex((size, index) => size !== other[index])
  if (at >= 0) return (other[at] as number) - (one[at] as number)
  const [text, texts] = [toJson(left), toJson(right)]
  return text < texts ? -1 : text > texts ? 1 : 0
}

/**
 * Whether results lose no more by `some` operations than by `others`. This is the case if each of `some` drops nothing
 * or is also among `others`.
 */
export const losesAtMost = (some: readonly Operation[], others: readonly Operation[]): boolean =>
  some.every(
    one =>
      definitionOf(one).tellsAll ||
      others.some(other => one === other || effectText(one) === effectText(other)),
  )

/** Returns a text that identifies the effect of an operation, without the ages from which it applies. */
function effectText(operation: Operation): string {
  const ages: readonly string[] = definitionOf(operation).ages
  return toJson(Object.entries(operation).filter(([field]) => !ages.includes(field)))
}

/** Returns the sizes in operations. The larger the sizes, the more of a unit is kept. */
function sizesOf(operations: readonly Operation[]): number[] {
  return Object.values(definitions).flatMap(({ op, sizes }) => {
    const operation = operations.find(one => one.op === op) as Readonly<Record<string, unknown>> | undefined
    return sizes.map(size => (operation?.[size] as number | undefined) ?? Number.MAX_VALUE)
  })
}
