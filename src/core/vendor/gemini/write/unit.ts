import { type Block, isCall, type PairedCall, type Placed } from '../../../ir/block.ts'
import type { FilePart } from '../../../ir/file.ts'
import type { JsonObject } from '../../../ir/json.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { prepareCall } from '../../../target/call.ts'
import { movedMedia } from '../../../target/moved-media.ts'
import { type PartWriters, writePart } from '../../../target/parts.ts'
import type { Fragment, Setting, UnitOptions } from '../../../target/target.ts'
import { describeOpaque, opaqueLoss, reasoningLoss } from '../../../target/travel.ts'
import { Writer } from '../../../target/writer.ts'
import { isWellFormedJson } from '../../../text/well-formed.ts'
import { strayParts, whyGeminiPartUnsendable } from './opaque.ts'
import { nameFile, writeFile, writeText } from './parts.ts'
import type { Content, FunctionCallPart, Part, TextPart } from './request.ts'
import { writeResponse } from './result.ts'
import { signFirstCall, type Work, writeSeal } from './seal.ts'
import { writeThought } from './thought.ts'
import { isThought } from './wire.ts'
import { writeWords } from './words.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** Whether an id is well-formed text. If no other call has the id, the API requires nothing else. */
const isLegalId = (id: string): boolean => /^\P{Surrogate}+$/u.test(id)

/** Writes a unit as contents: an answer and the responses to its calls, or one content of a user or the developer. */
export function emitUnit(setting: Setting<GeminiRules>, given: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, given.trust)
  const block = movedMedia(writer, given, (part, place) =>
    part.format === 'gemini' && place === 'block'
      ? whyGeminiPartUnsendable(part, setting, given.role === 'model' ? 'model' : 'user')
      : 'no equivalent',
  )
  const work: Work = { writer, setting, options }
  const origin = block.items[0]?.origin ?? 'c:message'
  if (block.role !== 'model') {
    const parts: Part[] = []
    for (const item of block.items) if (!isCall(item)) writeWords(work, item, block.role, parts)
    return writer.finishFragment(parts.length > 0 ? [createContent(writer, 'user', parts, origin)] : [])
  }
  const parts: Part[] = []
  const named = new Map<PairedCall, Named>()
  const answer: Answer = { ...work, into: parts, thoughts: 0 }
  for (const item of block.items) {
    if (isCall(item)) named.set(item, writeCall(work, item, parts))
    else writePart(answers, answer, item)
  }
  const kept = withoutStrays(work, parts, block)
  if (kept.every(isThought)) {
    // An answer with only reasoning is not sent, because the API reads it as empty.
    if (kept.length > 0) {
      writer.edit('reasoning-omitted')
      for (const thought of kept)
        writer.note(reasoningLoss('what it led to is gone', writer.originOf(thought, block)))
    }
    return writer.finishFragment([])
  }
  signFirstCall(writer, setting, kept)
  const contents = [createContent(writer, 'model', kept, origin)]
  const after: Part[] = []
  const responses = [...named].map(([call, as]) => writeResponse(writer, setting, call, as, after))
  const first = named.keys().next().value?.result.origin ?? origin
  if (responses.length > 0) contents.push(createContent(writer, 'user', responses, first))
  // Files get a separate content, because text in the same content ends the responses
  // (NousResearch/hermes-agent#79791).
  if (after.length > 0) contents.push(createContent(writer, 'user', after, 'c:moved-files'))
  return writer.finishFragment(contents, answer.thoughts)
}

const createContent = (writer: Writer, role: Content['role'], parts: Part[], origin: string): Content =>
  writer.recordOrigin({ role, parts }, origin)

function writeCall(work: Work, call: PairedCall, into: Part[]): Named {
  const { writer } = work
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, isLegalId, false)
  const called = writer.recordOrigin({ ...(id !== '' && { id }), name, args: {} }, origin)
  const { value, text, repaired } = read()
  writer.putArgumentsJson(called, 'args', value, text, origin)
  const wire = writer.recordOrigin<FunctionCallPart>({ functionCall: called }, origin)
  writer.copyExtraFields(wire, part.extra, 'gemini')
  const same = !repaired && name === part.name && isWellFormedJson(value)
  writeSeal(work, wire, part.seal, origin, same)
  into.push(wire)
  return { id, name }
}

/** An answer under construction. */
interface Answer extends Work {
  readonly into: Part[]
  thoughts: number
}

const said = (answer: Answer, placed: Placed): void => writeWords(answer, placed, 'model', answer.into)

const answers: PartWriters<Answer, void> = {
  text(answer, placed) {
    const { part, origin } = placed
    const wire = writeText(answer.writer, placed, part.text, answer.into)
    if (!wire) return
    answer.writer.copyExtraFields(wire, part.extra, 'gemini')
    writeSeal(answer, wire, part.seal, origin, wire.text === part.text)
  },
  data: said,
  file: (answer, placed) =>
    placed.part.source.type === 'text' ? said(answer, placed) : writeDrawn(answer, placed, answer.into),
  opaque: said,
  reasoning(answer, placed) {
    answer.thoughts += writeThought(answer, placed, answer.into)
  },
}

/** Writes a file in an answer. Only an image that a Google model generated may be sent there. */
function writeDrawn(work: Work, placed: Placed<FilePart>, into: Part[]): void {
  const { writer, setting, options } = work
  const { part, origin } = placed
  if (part.extra?.format !== 'gemini')
    return nameFile(writer, placed, 'an answer cannot hold this file', into)
  const isThought = part.extra.fields.thought === true
  if (isThought && !(options.reasoning && setting.facts.reasoning)) {
    writer.edit('reasoning-omitted')
    const why = setting.facts.reasoning ? 'what precedes it changed' : 'model does not reason'
    return writer.note(reasoningLoss(why, origin))
  }
  const before = into.length
  writeFile(writer, placed, into)
  const wire = into[before]
  if (wire === undefined) return
  if (isThought && 'inlineData' in wire) wire.thought = true
  writeSeal(work, wire, part.seal, origin, !('text' in wire))
}

/**
 * Returns an answer's parts. Server-tool calls without a response, and responses without a call, are returned as text.
 */
function withoutStrays({ writer }: Work, parts: readonly Part[], block: Block): Part[] {
  const stray = strayParts(parts)
  return parts.map(part => {
    if (!stray.has(part)) return part
    const type = Object.keys(part)[0] ?? 'unknown'
    const payload = part as unknown as JsonObject
    const opaque: OpaquePart = { kind: 'opaque', format: 'gemini', type, payload }
    const at = writer.originOf(part, block)
    writer.edit('reduced')
    writer.note(opaqueLoss(opaque, 'half missing', at, 'sent as text'))
    const words = writer.recordOrigin<TextPart>({ text: '' }, at)
    writer.putText(words, 'text', [[describeOpaque(opaque), at]])
    return words
  })
}
