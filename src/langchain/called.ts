import { type ChangedCall, changedCall } from '../adapter/changed-call.ts'
import { type Block, isCall, type PairedCall } from '../ir/block.ts'

/** A call of an answer, and what becomes of it. */
export interface Called {
  readonly call: PairedCall
  readonly sent: ChangedCall
}

/** The calls of an answer with what becomes of each. */
export const calledBy = ({ items }: Block): readonly Called[] =>
  items.filter(isCall).map(call => ({ call, sent: changedCall(call) }))
