import type { FindingNote } from '../diag/collect.ts'
import { opaqueLeftOut } from '../diag/opaque.ts'
import { reasoningLeftOut, reasoningLossKind } from '../diag/reasoning.ts'
import type { Edit } from '../ir/edit.ts'
import type { FilePart } from '../ir/file.ts'
import type { OpaquePart } from '../ir/opaque.ts'
import type { Origin } from '../ir/origin.ts'
import type { ReasoningPart } from '../ir/reasoning.ts'

/** Part that is missing from the text of a conversation unit. */
export interface Untold {
  readonly part: ReasoningPart | OpaquePart | FilePart
  readonly origin: Origin
}

/** Returns the edits that record which parts are missing from a unit's text. */
export const omittedEdits = (untold: readonly Untold[]): Edit[] => [
  ...new Set(untold.map(({ part }): Edit => (part.kind === 'reasoning' ? 'reasoning-omitted' : 'reduced'))),
]

/** Returns notes about the reasoning and provider items that are missing from a unit's text. */
export const omittedNotes = (untold: readonly Untold[]): FindingNote[] =>
  untold.flatMap(({ part, origin: at }): FindingNote[] => {
    if (part.kind === 'reasoning') {
      const why = 'told as words'
      return [{ kind: reasoningLossKind(why), say: places => reasoningLeftOut(why, places), at }]
    }
    if (part.kind !== 'opaque') return []
    const { type } = part
    const say = (places: readonly string[]) => opaqueLeftOut(type, 'no text', places, 'dropped')
    return [{ kind: `CX7008 ${type} no text`, say, at }]
  })
