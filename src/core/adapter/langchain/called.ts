import { type Block, isCall, type PairedCall } from '../../ir/block.ts'
import { type ChangedCall, repairCall } from '../changed-call.ts'

/** Tool call of an answer, and the call as it is sent. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** Returns the calls of an answer, each together with the call as it is sent. */
export const callsToSend = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: repairCall(call) }))

/**
 * Whether the compiler added the result of a built-in tool's call. An added result has the form of a function's result.
 */
export const isResultMadeUp = ({ call }: Called): boolean =>
  call.part.native !== undefined && call.result.origin.startsWith('c:')
