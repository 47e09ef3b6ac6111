import { participantRenamed } from '../../../../diag/target.ts'
import type { Origin } from '../../../../ir/origin.ts'
import type { Writer } from '../../../../target/writer.ts'

/** Characters that the API refuses in a participant's name (rule C15). */
const refused = /[\s<|\\/>]/g

const longest = 64

/** Whether the API accepts a participant's name. */
export const isLegalName = (name: string): boolean =>
  name !== '' && name.length <= longest && name.search(refused) < 0

/** Returns a participant's name without the characters that the API refuses; empty if none are left. */
export const legalName = (name: string): string =>
  name.trim().replace(refused, '_').slice(0, longest).toWellFormed()

/** Repairs a message's `name` if the API would refuse it, and notes the change. */
export function repairName(writer: Writer, message: object, origin: Origin): void {
  const holder = message as { name?: string }
  if (holder.name === undefined || isLegalName(holder.name)) return
  const name = legalName(holder.name)
  if (name === '') delete holder.name
  else {
    holder.name = name
    // The original name was counted already, but the repaired one may have more tokens.
    writer.add(writer.setting.counter.text(name))
  }
  writer.setting.origins.recordKey(message, 'name', origin)
  writer.edit('repaired')
  writer.note({ kind: 'CX7023', say: participantRenamed, at: origin })
}
