import { argumentsRepaired, idChanged } from '../diag/history.ts'
import type { PairedCall } from '../ir/block.ts'
import { type Arguments, readArguments } from '../lower/arguments.ts'
import { containsTag } from '../trust/fence.ts'
import type { Writer } from './writer.ts'

/** A call as every target prepares it before writing it. */
export interface PreparedCall {
  /** The given id if it is legal and was not used before, else a deterministic one. */
  readonly id: string
  readonly name: string
  /** Reads the arguments on demand, because a freeform call has none. */
  readonly arguments: () => Arguments
}

/** Returns the id of a call. An empty given id is used only if the target needs no ids. */
export function callId(
  { part, givenId, derivedId }: Pick<PairedCall, 'part' | 'givenId' | 'derivedId'>,
  isLegalId: (id: string) => boolean,
  needsId = true,
): string {
  const given = !needsId && part.id === '' ? '' : givenId
  // Every character of an id counts, so an id that looks like a fence is replaced, not escaped.
  const isFit = given !== null && (given === '' ? !needsId : isLegalId(given) && !containsTag(given))
  return isFit ? given : derivedId
}

/**
 * Chooses a call's id and name, and reports repairs, a made-up result included. If a target pairs calls by order and
 * name, a call that came without an id is sent without one.
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
