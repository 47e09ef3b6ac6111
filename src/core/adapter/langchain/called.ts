import { type Block, isCall, type PairedCall } from '../../ir/block.ts'
import { type ChangedCall, changedCall } from '../changed-call.ts'

/** Tool call of an answer, and the form in which the call is sent. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** Returns the calls of an answer, each with the form in which it is sent. */
export const calledBy = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: changedCall(call) }))

/** Whether the compiler made up the result of a built-in tool's call, in the form of a function's result. */
export const isMadeUp = ({ call }: Called): boolean =>
  call.part.native !== undefined && call.result.origin.startsWith('c:')
