import type { Form } from '../../form/form.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Operation, OperationOf } from '../../ir/policy.ts'
import type { Repeat } from '../../ir/shape.ts'
import type { LocalPass } from '../../pass/pass.ts'

/** Position of a conversation unit in the history, for the conditions under which an operation applies. */
export interface UnitPosition {
  readonly isCurrent: boolean
  /** Whether the unit contains messages and no tool results. */
  readonly isMessage: boolean
  readonly isCritical: boolean
  /** Whether the agent has a tool that restores content by its handle. */
  readonly canRestore: boolean
  /** Whether the unit may be compacted now because the budget is short. */
  readonly givesWay: boolean
  /**
   * Whether the unit is older than the newest `turns` turns. This limit moves only once every `turns` turns, so that
   * consecutive requests share a prefix.
   */
  isBeforeTurns(turns: number): boolean
  /**
   * Whether the unit is older than the newest `steps` steps (model responses). This limit moves only once every `steps`
   * steps.
   */
  isBeforeSteps(steps: number): boolean
  /** Whether the unit's oldest result is at least this many milliseconds old; false if the result's age is unknown. */
  isOlderThan(milliseconds: number): boolean
}

/** Definition of one kind of operation, including everything that the compiler knows about this kind. */
export interface OperationDefinition<Op extends Operation['op'] = Operation['op']> {
  readonly op: Op
  readonly form: Form
  /** Fields for which a larger value keeps more content. */
  readonly sizes: readonly (keyof OperationOf<Op>)[]
  /** Fields that decide only when the operation applies. */
  readonly ages: readonly (keyof OperationOf<Op>)[]
  /** Whether the model still gets the full content of a result, either here or in another result. */
  readonly tellsAll: boolean
  /** Whether the operation turns conversation units into text. */
  readonly asWords: boolean
  /** Kind of edit that the ledger records for the operation; null if the operation edits no unit. */
  readonly edit: Edit | null
  /** Pass that performs the operation; null if the operation is performed when units become blocks. */
  readonly pass: LocalPass | null
  /** Whether the operation applies to a unit that the clause with the operation selects. */
  applies(operation: OperationOf<Op>, unit: UnitPosition): boolean
  /** Whether the operation makes room in the budget. The smaller the budget is, the more units it then applies to. */
  makesRoom(operation: OperationOf<Op>): boolean
  /** Returns the kind of repeated results whose content the operation drops; null if it drops none. */
  leavesOut(operation: OperationOf<Op>): Repeat['which'] | null
}
