import type { FindingNote } from '../diag/collect.ts'
import { lateResult, misplacedPart, unknownForm } from '../diag/history.ts'
import { lateSystemText } from '../diag/target.ts'
import { systemFromClient } from '../diag/trust.ts'
import { importerForMessage } from '../from/importer.ts'
import type { Placed } from '../ir/block.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent, ToolResultPart } from '../ir/result.ts'
import type { Trust } from '../ir/trust.ts'
import type { UnitKind } from '../ir/unit.ts'
import { toJson } from '../text/json.ts'
import { contextTags } from '../trust/fence.ts'
import { fitPart, fitPartFields } from './shallow.ts'

/** Origin of a part, and the fields of the part's message. */
export type At = Omit<Placed, 'part'>

/** Facts about the conversation unit that contains a part, and the notes that are made about its parts. */
export interface UnitContext {
  readonly kind: UnitKind
  readonly trust: Trust
  readonly notes: FindingNote[]
  /** Set once a part of the unit was put between tags. */
  fenced: boolean
}

/**
 * Returns a part that is neither a call nor its result. The part is unchanged if its place allows it; otherwise it is
 * put between tags or sent as data.
 */
export function placePart(part: Part, at: At, around: UnitContext): Placed[] {
  const { kind, trust, notes } = around
  if (part.kind === 'tool-result') {
    notes.push({ kind: 'CX3006', say: lateResult, at: at.origin })
    return fenceParts(cleanResult(part).content, part.name ? `tool ${part.name}` : 'tool', at, around)
  }
  if (kind === 'tool' && part.kind !== 'opaque') {
    // Importers give a message external trust if they cannot read it.
    if (trust === 'external') notes.push(unreadMessageNote(part.kind === 'data' ? part.value : null, at))
    return fenceParts([part], trust === 'external' ? 'unknown' : 'tool', at, around)
  }
  if (kind === 'summary') return fenceParts([part], 'summary', at, around)
  if (kind === 'developer' && trust !== 'developer') {
    const fromClient = trust === 'user'
    notes.push(
      fromClient
        ? { kind: 'CX6010', say: systemFromClient, at: at.origin }
        : { kind: 'CX7006', say: lateSystemText, at: at.origin },
    )
    return fenceParts([part], trust, at, around)
  }
  return [{ part: allowedPart(part, at, around), ...at }]
}

/** Returns a note about a message that its importer could not read. The note names the importer that can read it. */
function unreadMessageNote(message: unknown, at: At): FindingNote {
  const importer = importerForMessage(message)
  return { kind: `CX3008 ${importer ?? ''}`, say: unknownForm(importer), at: at.origin }
}

/**
 * Returns a part in a form that is allowed at its place. Outside a model's unit, calls and reasoning become data. A
 * value nested too deeply becomes a short text.
 */
function allowedPart(given: Part, at: At, { kind, notes }: UnitContext): Part {
  const part = fitPart(given)
  if (part !== given) notes.push(unreadMessageNote(null, at))
  if (kind === 'model' || (part.kind !== 'tool-call' && part.kind !== 'reasoning')) return part
  notes.push({ kind: 'CX3007', say: misplacedPart, at: at.origin })
  return { kind: 'data', value: { ...part } as never }
}

const resultKinds: ReadonlySet<Part['kind']> = new Set(['text', 'data', 'file', 'opaque'])

/** Returns a tool result with only the allowed kinds of content. Other parts become data. */
export function cleanResult(given: ToolResultPart): ToolResultPart {
  const part = fitPartFields(given)
  const content: readonly Part[] = part.content
  const clean = content.map(piece =>
    resultKinds.has(piece.kind) ? fitPart(piece) : fitPart({ kind: 'data', value: { ...piece } as never }),
  )
  return clean.every((piece, index) => piece === content[index])
    ? part
    : { ...part, content: clean as readonly ResultContent[] }
}

const textOrJsonOf = (part: Part): string => (part.kind === 'text' ? part.text : toJson(part))

/** Returns parts between two tags that name the source of the parts. */
function fenceParts(given: readonly Part[], from: string, at: At, around: UnitContext): Placed[] {
  around.fenced = true
  const parts = given.map(part => allowedPart(part, at, around))
  const { open, close } = contextTags(parts.map(textOrJsonOf).join(''), from)
  const fenceTagPart = (text: string): Placed => ({
    part: { kind: 'text', text },
    seq: at.seq,
    origin: 'c:fence',
  })
  const [only] = parts
  if (parts.length !== 1 || only?.kind !== 'text')
    return [fenceTagPart(open), ...parts.map(part => ({ part, ...at })), fenceTagPart(close)]
  const runs = [
    [open, 'c:fence'],
    [only.text, at.origin],
    [close, 'c:fence'],
  ] as const
  return [{ ...at, part: { kind: 'text', text: open + only.text + close }, runs }]
}
