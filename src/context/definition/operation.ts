import type { Edit } from '../../ir/edit.ts'
import type { Operation, OperationOf } from '../../ir/policy.ts'
import type { Repeat } from '../../ir/shape.ts'
import type { LocalPass } from '../../pass/pass.ts'
import type { Form } from '../../validate/form.ts'

/** Position of a unit in the history, as far as operations ask for it. */
export interface UnitPosition {
  readonly isCurrent: boolean
  /** Whether it holds messages, and no results. */
  readonly isMessage: boolean
  /** Whether it gives way because there is too little room. */
  readonly givesWay: boolean
  /** Whether it stands before the newest so many turns. The limit moves on every so many, so that requests begin alike. */
  isBeforeTurns(turns: number): boolean
  /** Whether it stands before the newest so many steps, as `isBeforeTurns`. */
  isBeforeSteps(steps: number): boolean
}

/** Definition of one kind of operation: all that the compiler knows of it. */
export interface OperationDefinition<Op extends Operation['op'] = Operation['op']> {
  readonly op: Op
  readonly form: Form
  /** Fields by which it lets more through, the larger they are. */
  readonly sizes: readonly (keyof OperationOf<Op>)[]
  /** Fields that tell when it applies, and not what it does. */
  readonly ages: readonly (keyof OperationOf<Op>)[]
  /** Whether all of a result is told after it. */
  readonly tellsAll: boolean
  /** Whether units are told as words after it. */
  readonly asWords: boolean
  /** Edit that the ledger tells of it. */
  readonly edit: Edit
  /** Pass that does it; null for what is done where units become blocks. */
  readonly pass: LocalPass | null
  /** Whether it applies to a unit that its clause selects. */
  applies(operation: OperationOf<Op>, unit: UnitPosition): boolean
  /** Whether it makes room: it then applies to more units, the less room there is. */
  makesRoom(operation: OperationOf<Op>): boolean
  /** Repeated results that it leaves out; null for none. */
  leavesOut(operation: OperationOf<Op>): Repeat['which'] | null
}
