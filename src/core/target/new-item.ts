import { newItemSent } from '../diag/new-item.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Origin } from '../ir/origin.ts'
import { isNewType } from './wire-types.ts'
import type { Writer } from './writer.ts'

/**
 * Reports an item of the caller that is sent unchanged although no table lists its type, so that only a newer API
 * accepts it. An item of a model's answer is not reported, because the API that wrote the item also accepts it back.
 */
export function noteNewItem(writer: Writer, { type }: OpaquePart, origin: Origin): void {
  if (isNewType(type)) writer.note({ kind: `CX7027 ${type}`, say: at => newItemSent(type, at), at: origin })
}
