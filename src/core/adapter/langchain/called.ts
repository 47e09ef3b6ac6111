import { type Block, isCall, type PairedCall } from '../../ir/block.ts'
import { type ChangedCall, changedCall } from '../changed-call.ts'

/** Call of an answer, and the form in which it is sent. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** Returns the calls of an answer, each with the form in which it is sent. */
export const calledBy = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: changedCall(call) }))

/** Whether a built-in tool's call has a made-up result. Such a result has the form of a function's. */
export const isMadeUp = ({ call }: Called): boolean =>
  call.part.native !== undefined && call.result.origin.startsWith('c:')
