import { argumentsRepaired, idChanged } from '../diag/history.ts'
import type { PairedCall } from '../ir/block.ts'
import { type Arguments, readArguments } from '../lower/arguments.ts'
import { containsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

/** Tool call, prepared so that any target can write it in its format. */
export interface PreparedCall {
  /** The provider's id if it is legal and was not used before; else a deterministic id. */
  readonly id: string
  readonly name: string
  /**
   * Reads the arguments. This is a function, because a freeform call (with plain text as input) has no arguments to
   * read.
   */
  readonly arguments: () => Arguments
}

/** Returns the id with which a call is sent. An empty id is kept only if the target needs no ids. */
export function callId(
  { part, givenId, derivedId }: Pick<PairedCall, 'part' | 'givenId' | 'derivedId'>,
  isLegalId: (id: string) => boolean,
  needsId = true,
): string {
  const given = !needsId && part.id === '' ? '' : givenId
  // An id that looks like one of the compiler's tags would be escaped and so changed. It is replaced instead.
  const isFit = given !== null && (given === '' ? !needsId : isLegalId(given) && !containsTag(given))
  return isFit ? given : derivedId
}

/**
 * Chooses the id and the name with which a call is sent, and reports repairs, including a placeholder result. Some
 * targets match calls and results by order and name; for these, a call without an id is sent without an id.
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
  writer.recordCall(name)
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
