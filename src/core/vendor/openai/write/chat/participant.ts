import { participantRenamed } from '../../../../diag/target.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Writer } from '../../../../target/writer.ts'

/** Characters that a participant's name may not hold (C15). */
const refused = /[\s<|\\/>]/g

const longest = 64

/** Whether Chat takes a participant's name. */
export const isLegalName = (name: string): boolean =>
  name !== '' && name.length <= longest && name.search(refused) < 0

/** Returns a participant's name as Chat takes it; empty if no legal character is left. */
export const legalName = (name: string): string =>
  name.trim().replace(refused, '_').slice(0, longest).toWellFormed()

/** Repairs a message's `name` if Chat does not take it. */
export function repairName(writer: Writer, message: object, origin: Origin): void {
  const holder = message as { name?: string }
  if (holder.name === undefined || isLegalName(holder.name)) return
  const name = legalName(holder.name)
  if (name === '') delete holder.name
  else {
    holder.name = name
    // The imported name was counted already, and the repaired one may have more tokens.
    writer.add(writer.setting.counter.text(name))
  }
  writer.setting.origins.key(message, 'name', origin)
  writer.edit('repaired')
  writer.note({ kind: 'CX7023', say: participantRenamed, at: origin })
}
