import { argumentsRepaired, idChanged } from '../diag/history.ts'
import type { PairedCall } from '../ir/block.ts'
import { type Arguments, readArguments } from '../lower/arguments.ts'
import { holdsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

/** Call as every target prepares it before writing it. */
export interface PreparedCall {
  /** The given id where it is legal and was not used before, else a deterministic one. */
  readonly id: string
  readonly name: string
  /** Read only when asked for: a freeform call has none. */
  readonly arguments: () => Arguments
}

/** The id that a call goes by; a given one that is empty is fit only where none is needed. */
export function callId(
  { part, givenId, derivedId }: Pick<PairedCall, 'part' | 'givenId' | 'derivedId'>,
  isLegalId: (id: string) => boolean,
  needsId = true,
): string {
  const given = !needsId && part.id === '' ? '' : givenId
  // An id is told apart by every sign, so that one which looks like a fence is not escaped but replaced.
  const isFit = given !== null && (given === '' ? !needsId : isLegalId(given) && !holdsTag(given))
  return isFit ? given : derivedId
}

/**
 * Chooses a call's id and name, and says what had to be repaired, its made-up answer included. Where a target pairs
 * by order and name, a call that came without an id goes without one.
 */
export function prepareCall(
  writer: Writer,
  call: PairedCall,
  isLegalId: (id: string) => boolean,
  needsId = true,
): PreparedCall {
  const { part, origin, result } = call
  const id = callId(call, isLegalId, needsId)
  if (id !== part.id) {
    writer.note({ kind: 'CX3003', say: idChanged, at: origin })
    writer.edit('repaired')
  }
  if (result.origin.startsWith('c:')) writer.edit('repaired')
  const name = writer.setting.names.toWire(part.name)
  writer.calls(name)
  return {
    id,
    name,
    arguments() {
      const read = readArguments(part)
      if (read.repaired) {
        writer.note({ kind: 'CX3004', say: argumentsRepaired, at: origin })
        writer.edit('repaired')
      }
      return read
    },
  }
}
