import type { FindingNote } from '../diag/collect.ts'
import type { BlockItem, Placed } from '../ir/block.ts'
import { type ToolCallPart, transferName } from '../ir/call.ts'
import { describeFile } from '../ir/file.ts'
import { eventOrigin, type Origin, type Run } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { ToolResultPart } from '../ir/result.ts'
import { asItIs, type Shape } from '../ir/shape.ts'
import { lowerTrust, type Trust } from '../ir/trust.ts'
import type { Unit } from '../ir/unit.ts'
import type { Shaper } from '../pass/run-local.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import { toJson } from '../text/json.ts'
import { contextTags } from '../trust/fence.ts'
import { cleanResult } from './place.ts'
import { fitPart } from './shallow.ts'
import { passFailureNotes, shapeSession } from './shaped.ts'
import type { Untold } from './untold.ts'

const by: Origin = 'c:attribution'

/**
 * Returns another agent's conversation unit as text between tags, without its reasoning and transfers. `untold` lists
 * the omitted parts.
 */
export function foreignItems(
  session: SessionView,
  unit: Unit,
  author: string,
): { items: BlockItem[]; trust: Trust; untold: readonly Untold[] } {
  const told = writeUnitText(session, unit)
  return { items: told.fencedItems(author), trust: told.trust, untold: told.untold }
}

/** Text of a conversation unit, and the parts that the text omits. */
export interface ForeignUnit {
  readonly runs: readonly Run[]
  readonly trust: Trust
  readonly untold: readonly Untold[]
  readonly notes: readonly FindingNote[]
}

/**
 * Returns a conversation unit as text without tags, after the program's passes have run. A description is written in
 * place of each file.
 */
export function unitAsText(
  given: SessionView,
  unit: Unit,
  shaper: Shaper,
  shape: Shape = asItIs,
): ForeignUnit {
  const { session, done } = shapeSession(given, unit, shape, shaper)
  const told = writeUnitText(session, unit)
  const untold = [...told.untold, ...told.files()]
  return { runs: told.textRuns(), trust: told.trust, untold, notes: passFailureNotes(done, unit) }
}

function writeUnitText(session: SessionView, unit: Unit): Telling {
  const told = new Telling()
  const answers = callsByResult(session, unit)
  const rows = unit.calls.map(index => session.units.rows.call(index))
  const calls = new Set(rows.map(({ seq, part }) => eventOrigin(seq, part)))
  for (const { seq, from, to } of unit.spans) {
    const { parts } = session.event(seq)
    for (let index = from; index < to; index++) {
      const part = fitPart(parts[index] as Part)
      const origin = eventOrigin(seq, index)
      // If a call was stored twice, its second copy is skipped.
      if (part.kind === 'tool-call' && !calls.has(origin) && rows.length > 0) continue
      if (part.kind === 'tool-result')
        told.addResult(part, answers.get(origin) ?? [part.name ?? '', origin], seq, origin)
      else told.addPartLines(part, seq, origin)
    }
  }
  return told
}

/** Returns, by the origin of each result, the name and origin of its call. */
function callsByResult({ units: { rows } }: SessionView, unit: Unit): ReadonlyMap<Origin, Run> {
  const answers = new Map<Origin, Run>()
  for (const index of unit.calls) {
    const { name, seq, part, answer } = rows.call(index)
    if (answer !== null) answers.set(eventOrigin(answer.seq, answer.part), [name, eventOrigin(seq, part)])
  }
  return answers
}

/** Item of a text with files: either consecutive text, or one file. */
type Piece = { readonly words: Run[]; readonly seq: number } | Placed

/** Lines of text and files of a conversation unit, in order. */
class Telling {
  trust: Trust = 'model'
  readonly untold: Untold[] = []
  private readonly pieces: Piece[] = []

  addPartLines(part: Part, seq: number, origin: Origin): void {
    // Empty text is skipped. Otherwise an answer that has only reasoning would become a pair of tags with nothing
    // between them.
    if (part.kind === 'text' && part.text === '') return
    if (part.kind === 'text') this.addLine(seq, [part.text, origin])
    else if (part.kind === 'data') this.addLine(seq, [toJson(part.value), origin])
    else if (part.kind === 'file') {
      // Provider fields and signatures are valid only for the agent that received them.
      const { extra: _, seal: __, ...file } = part
      this.pieces.push({ part: file, seq, origin })
    } else if (part.kind === 'reasoning' || part.kind === 'opaque') this.untold.push({ part, origin })
    if (part.kind === 'tool-call' && part.name !== transferName)
      this.addLine(seq, ['called ', by], [part.name, origin], [' with ', by], [argumentsOf(part), origin])
  }

  addResult(part: ToolResultPart, called: Run, seq: number, origin: Origin): void {
    if (called[0] === transferName) return
    this.trust = lowerTrust(this.trust, 'tool')
    const { content } = cleanResult(part)
    const does = part.isError ? ' failed:' : ' returned:'
    this.addLine(seq, called, [does, by])
    for (const piece of content) this.addPartLines(piece, seq, origin)
  }

  /** Returns the text of all lines, with a description in place of each file. */
  textRuns(): Run[] {
    const stretches = this.pieces.flatMap((piece): Run[][] => {
      if ('words' in piece) return [piece.words]
      return piece.part.kind === 'file' ? [[[describeFile(piece.part), piece.origin]]] : []
    })
    return stretches.flatMap((words, index) => (index === 0 ? words : [['\n', by] as const, ...words]))
  }

  files(): Untold[] {
    return this.pieces.flatMap(piece =>
      'part' in piece && piece.part.kind === 'file' ? [{ part: piece.part, origin: piece.origin }] : [],
    )
  }

  /**
   * Returns all lines and files between two tags that name the author; an empty list if there are no lines or files.
   */
  fencedItems(author: string): BlockItem[] {
    if (this.pieces.length === 0) return []
    const payload = this.pieces.flatMap(piece => ('words' in piece ? piece.words.map(([text]) => text) : []))
    const { open, close } = contextTags(payload.join(''), author)
    const [first, last] = [this.pieces[0] as Piece, this.pieces.at(-1) as Piece]
    const around: Piece[] = [
      ...('words' in first ? [] : [{ words: [], seq: first.seq }]),
      ...this.pieces,
      ...('words' in last ? [] : [{ words: [], seq: last.seq }]),
    ]
    return around.map((piece, index): Placed => {
      if (!('words' in piece)) return piece
      const runs: Run[] = [
        ...(index === 0 ? [[open, 'c:fence'] as const] : []),
        // Text after a file starts on a new line.
        ...(index > 0 && piece.words.length > 0 ? [['\n', by] as const] : []),
        ...piece.words,
        ...(index === around.length - 1 ? [[close, 'c:fence'] as const] : []),
      ]
      const text = runs.map(([words]) => words).join('')
      return { part: { kind: 'text', text }, seq: piece.seq, origin: runs[0]?.[1] ?? by, runs }
    })
  }

  private addLine(seq: number, ...runs: Run[]): void {
    const last = this.pieces.at(-1)
    if (last === undefined || !('words' in last)) this.pieces.push({ words: runs, seq })
    else last.words.push(['\n', by], ...runs)
  }
}

/** Returns a call's arguments as text; a string is returned unchanged. */
const argumentsOf = ({ arguments: given }: ToolCallPart): string =>
  typeof given === 'string' ? given : toJson(given)
