import type { Origin } from '../../ir/origin.ts'
import type { Clause, Operation } from '../../ir/policy.ts'
import { asItIs, type Repeat, type Shape } from '../../ir/shape.ts'
import type { Repeats } from '../dedupe/repeats.ts'

/** Where a history begins, and up to where what may be compacted is. */
export interface Place {
  readonly start: number
  readonly pressed: number
}

/** What is known of the units that a policy selects. */
interface Selected {
  readonly clauses: readonly Clause[]
  isCurrent(unit: number): boolean
  isHidden(unit: number): boolean
  after(unit: number): number
  turnsBegin(turns: number, step: number): number
}

/** How a clause shows a unit. */
export function shapeBy(
  clause: Clause,
  unit: number,
  { start, pressed }: Place,
  selection: Selected,
  repeats: Repeats,
): Shape {
  const isCurrent = selection.isCurrent(unit)
  const operations: Operation[] = []
  const repeated = new Map<Origin, Repeat>()
  for (const operation of clause.operations) {
    if (operation.op === 'dedupe') {
      const found =
        operation.which === 'exact' ? repeats.earlier(unit, start, selection) : repeats.later(unit, selection)
      for (const [origin, repeat] of found) repeated.set(origin, repeat)
    } else if (operation.op === 'compact' ? isOld(operation) : operation.op !== 'render' || !isCurrent)
      operations.push(operation)
  }
  /** What is being answered is not shortened. */
  function isOld({ olderThan }: Extract<Operation, { op: 'compact' }>): boolean {
    if (isCurrent) return false
    if (olderThan === undefined) return unit < pressed
    return unit < selection.turnsBegin(olderThan, Math.max(1, olderThan))
  }
  if (operations.length === 0 && repeated.size === 0) return asItIs
  const numbers = operations.map(operation => clause.operations.indexOf(operation))
  const told = [...repeated].map(([origin, { which, handle }]) => `${origin} ${which} ${handle}`)
  return {
    key: `${selection.clauses.indexOf(clause)}:${numbers.join()}:${told.join()}`,
    operations,
    repeated,
  }
}
