import { type Block, isCall, type PairedCall } from '../../ir/block.ts'
import { type ChangedCall, repairCall } from '../changed-call.ts'

/** Tool call of an answer, and the form in which the call is sent. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** Returns the calls of an answer, each with the form in which it is sent. */
export const callsToSend = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: repairCall(call) }))

/** Whether the compiler made up the result of a built-in tool's call, in the form of a function's result. */
export const isResultMadeUp = ({ call }: Called): boolean =>
  call.part.native !== undefined && call.result.origin.startsWith('c:')
