import type { Form } from '../../form/form.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Operation, OperationOf } from '../../ir/policy.ts'
import type { Repeat } from '../../ir/shape.ts'
import type { LocalPass } from '../../pass/pass.ts'

/** Position of a unit in the history, as operations test it. */
export interface UnitPosition {
  readonly isCurrent: boolean
  /** Whether the unit holds messages and no results. */
  readonly isMessage: boolean
  /** Whether the unit may be compacted now because there is too little room. */
  readonly givesWay: boolean
  /**
   * Whether the unit is before the newest `turns` turns. The limit moves `turns` turns at a time, so that requests
   * share a prefix.
   */
  isBeforeTurns(turns: number): boolean
  /** Whether the unit is before the newest `steps` steps. The limit moves as in `isBeforeTurns`. */
  isBeforeSteps(steps: number): boolean
  /** Whether the unit's oldest result is at least this many milliseconds old; false if its age is unknown. */
  isOlderThan(milliseconds: number): boolean
}

/** Definition of one kind of operation, with everything that the compiler knows about it. */
export interface OperationDefinition<Op extends Operation['op'] = Operation['op']> {
  readonly op: Op
  readonly form: Form
  /** Fields for which a larger value keeps more content. */
  readonly sizes: readonly (keyof OperationOf<Op>)[]
  /** Fields that decide when the operation applies, as opposed to how. */
  readonly ages: readonly (keyof OperationOf<Op>)[]
  /** Whether the model still gets a result's full content, in this place or in another result. */
  readonly tellsAll: boolean
  /** Whether the operation turns units into text. */
  readonly asWords: boolean
  /** Edit that the ledger records for the operation; null if it edits no unit. */
  readonly edit: Edit | null
  /** Pass that performs the operation; null if it happens when units become blocks. */
  readonly pass: LocalPass | null
  /** Whether the operation applies to a unit that its clause selects. */
  applies(operation: OperationOf<Op>, unit: UnitPosition): boolean
  /** Whether the operation makes room: the less room there is, the more units it then applies to. */
  makesRoom(operation: OperationOf<Op>): boolean
  /** Returns the kind of repeated results that the operation drops; null if it drops none. */
  leavesOut(operation: OperationOf<Op>): Repeat['which'] | null
}
