import { newItemSent } from '../diag/new-item.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Origin } from '../ir/origin.ts'
import { isNewType } from './wire-types.ts'
import type { Writer } from './writer.ts'

/**
 * Names an item of a caller's that is sent as it came, where no table has its type: only an API that is newer than the
 * tables takes it. What a model said came from the API itself, which takes it back.
 */
export function noteNewItem(writer: Writer, { type }: OpaquePart, origin: Origin): void {
  if (isNewType(type)) writer.note({ kind: `CX7027 ${type}`, say: at => newItemSent(type, at), at: origin })
}
