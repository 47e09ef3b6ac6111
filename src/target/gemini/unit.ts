import { lateSystemText } from '../../diag/target.ts'
import { type Block, isCall, type PairedCall, type Placed } from '../../ir/block.ts'
import type { FilePart } from '../../ir/file.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { GeminiRules } from '../../ir/model.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { ReasoningPart } from '../../ir/reasoning.ts'
import { isTooDeep } from '../../text/depth.ts'
import { toJson } from '../../text/json.ts'
import { copyJson, isWellFormedJson } from '../../text/well-formed.ts'
import { prepareCall } from '../call.ts'
import { noteNewItem } from '../new-item.ts'
import type { Fragment, Setting, UnitOptions } from '../target.ts'
import {
  describeOpaque,
  nameOpaque,
  opaqueLoss,
  reasoningLoss,
  reasoningTravels,
  sayOpaque,
} from '../travel.ts'
import { Writer } from '../writer.ts'
import { opaqueTravels, strayParts } from './opaque.ts'
import { developerRuns, nameFile, writeFile, writeText } from './parts.ts'
import type { Content, FunctionCallPart, Part, TextPart } from './request.ts'
import { writeResponse } from './result.ts'
import { readerOf, vouch, writeSeal } from './seal.ts'
import { isSignature, isThought } from './wire.ts'

/** Inputs that every step of writing one unit needs. */
interface Work {
  readonly writer: Writer
  readonly setting: Setting<GeminiRules>
  readonly options: UnitOptions
}

interface Named {
  readonly id: string
  readonly name: string
}

/** Any id that is text; two calls never share one. */
const isLegalId = (id: string): boolean => /^\P{Surrogate}+$/u.test(id)

/** Writes a unit as contents: an answer and the responses to its calls, or someone's words. */
export function emitUnit(setting: Setting<GeminiRules>, block: Block, options: UnitOptions): Fragment {
  const writer = new Writer(setting, block.trust)
  const work: Work = { writer, setting, options }
  const origin = block.items[0]?.origin ?? 'c:message'
  if (block.role !== 'model') {
    const parts: Part[] = []
    for (const item of block.items) if (!isCall(item)) writeWords(work, item, block.role, parts)
    return writer.fragment(parts.length > 0 ? [content(writer, 'user', parts, origin)] : [])
  }
  const parts: Part[] = []
  const named = new Map<PairedCall, Named>()
  let thoughts = 0
  for (const item of block.items) {
    if (isCall(item)) named.set(item, writeCall(work, item, parts))
    else if (item.part.kind === 'reasoning')
      thoughts += writeThought(work, item as Placed<ReasoningPart>, parts)
    else writeAnswer(work, item, parts)
  }
  const kept = withoutStrays(work, parts, block)
  if (kept.every(isThought)) {
    // An answer of thought alone says nothing, and the API reads it as empty.
    if (kept.length > 0) {
      writer.edit('reasoning-omitted')
      for (const thought of kept)
        writer.note(reasoningLoss('what it led to is gone', writer.originOf(thought, block)))
    }
    return writer.fragment([])
  }
  vouch(writer, setting, kept)
  const contents = [content(writer, 'model', kept, origin)]
  const after: Part[] = []
  const responses = [...named].map(([call, as]) => writeResponse(writer, setting, call, as, after))
  const first = named.keys().next().value?.result.origin ?? origin
  if (responses.length > 0) contents.push(content(writer, 'user', responses, first))
  // Apart from the responses: words beside them are read as their end (NousResearch/hermes-agent#79791).
  if (after.length > 0) contents.push(content(writer, 'user', after, 'c:moved-files'))
  return writer.fragment(contents, thoughts)
}

const content = (writer: Writer, role: Content['role'], parts: Part[], origin: string): Content =>
  writer.label({ role, parts }, origin)

function writeCall({ writer, setting, options }: Work, call: PairedCall, into: Part[]): Named {
  const { part, origin } = call
  const { id, name, arguments: read } = prepareCall(writer, call, isLegalId, false)
  const called = writer.label({ ...(id !== '' && { id }), name, args: {} }, origin)
  const { value, text, repaired } = read()
  writer.value(called, 'args', value, text, origin)
  const wire = writer.label<FunctionCallPart>({ functionCall: called }, origin)
  writer.fields(wire, part.extra, 'gemini')
  const same = !repaired && name === part.name && isWellFormedJson(value)
  writeSeal(writer, setting, options, wire, part.seal, origin, same)
  into.push(wire)
  return { id, name }
}

/** A piece of an answer that is neither a call nor a thought. */
function writeAnswer(work: Work, placed: Placed, into: Part[]): void {
  const { writer, setting, options } = work
  const { part, origin } = placed
  if (part.kind === 'text') {
    const wire = writeText(writer, placed, part.text, into)
    if (!wire) return
    writer.fields(wire, part.extra, 'gemini')
    return writeSeal(writer, setting, options, wire, part.seal, origin, wire.text === part.text)
  }
  if (part.kind === 'file' && part.source.type !== 'text') {
    // Only what a model of Google's drew may stand in an answer.
    if (part.extra?.format !== 'gemini')
      return nameFile(writer, placed as Placed<FilePart>, 'it stands in an answer', into)
    const isThought = part.extra.fields.thought === true
    if (isThought && !(options.reasoning && setting.facts.reasoning)) {
      writer.edit('reasoning-omitted')
      const why = setting.facts.reasoning ? 'what precedes it changed' : 'model does not reason'
      return writer.note(reasoningLoss(why, origin))
    }
    const before = into.length
    writeFile(writer, placed as Placed<FilePart>, into)
    const wire = into[before]
    if (wire && isThought && 'inlineData' in wire) wire.thought = true
    if (wire) writeSeal(writer, setting, options, wire, part.seal, origin, !('text' in wire))
    return
  }
  writeWords(work, placed, 'model', into)
}

/** Writes a part that any role may say. */
function writeWords(work: Work, placed: Placed, role: Block['role'], into: Part[]): void {
  const { writer } = work
  const { part } = placed
  if (part.kind === 'text') writeSaid(work, placed, part.text, role, into)
  else if (part.kind === 'file' && part.source.type === 'text')
    writeSaid(work, placed, part.source.text, role, into)
  else if (part.kind === 'file') writeFile(writer, placed as Placed<FilePart>, into)
  else if (part.kind === 'opaque') writeOpaque(work, placed as Placed<OpaquePart>, role, into)
  else writeSaid(work, placed, toJson(part.kind === 'data' ? part.value : part), role, into)
}

/** Words; a developer's are fenced, since the API takes no system text among the contents (G1). */
function writeSaid({ writer }: Work, placed: Placed, text: string, role: Block['role'], into: Part[]): void {
  const { origin, runs } = placed
  if (role !== 'developer' || text === '') {
    const part = writeText(writer, placed, text, into)
    if (part && role === 'user' && placed.part.kind === 'text')
      writer.fields(part, placed.part.extra, 'gemini')
    return
  }
  const part = writer.label<TextPart>({ text: '' }, origin)
  writer.text(part, 'text', developerRuns(runs ?? [[text, origin]]))
  writer.note({ kind: 'CX7006', say: lateSystemText, at: origin })
  writer.edit('fenced')
  into.push(part)
}

function writeOpaque(work: Work, placed: Placed<OpaquePart>, role: Block['role'], into: Part[]): void {
  const { writer, setting } = work
  const { part, origin } = placed
  const speaker = role === 'model' ? 'model' : 'user'
  const own = part.format === 'gemini'
  const why = own ? opaqueTravels(part, setting, speaker) : 'is shown as text'
  if (why === null) {
    if (role !== 'model') noteNewItem(writer, part, origin)
    const wire =
      role === 'model' ? writer.verbatim(part.payload, origin) : writer.replay(part.payload, origin)
    into.push(wire as Part)
    return
  }
  // An item without content of its own has nothing to send as text.
  if (own && describeOpaque(part) === nameOpaque(part)) {
    writer.edit('reduced')
    writer.note(opaqueLoss(part, why, origin))
  } else writeSaid(work, placed, sayOpaque(writer, placed, role, why), role, into)
}

/** Writes a thought as it came, and says how many were written. */
function writeThought(
  { writer, setting, options }: Work,
  placed: Placed<ReasoningPart>,
  into: Part[],
): number {
  const { part, origin } = placed
  const { goes, note } = reasoningTravels(placed, readerOf(setting))
  const payload = goes ? thoughtOf(part) : null
  if (goes && payload && options.reasoning && setting.facts.reasoning) {
    if (note) writer.note(note)
    writer.add(writer.setting.counter.text(payload.text))
    if (payload.thoughtSignature) writer.add(writer.setting.counter.sealed(payload.thoughtSignature))
    into.push(writer.label(payload, origin))
    return 1
  }
  writer.edit('reasoning-omitted')
  if (!goes && note) writer.note(note)
  else if (!setting.facts.reasoning) writer.note(reasoningLoss('model does not reason', origin))
  else writer.note(reasoningLoss(payload ? 'what precedes it changed' : 'no form to replay', origin))
  return 0
}

/** A thought with the fields that its part has; null for one that the API would refuse. */
function thoughtOf({ native }: ReasoningPart): TextPart | null {
  const payload = native?.payload
  if (payload === undefined || isTooDeep(payload) || !isWellFormedJson(payload)) return null
  const { text, thought, thoughtSignature: seal, partMetadata } = payload
  if (typeof text !== 'string' || (seal !== undefined && !isSignature(seal))) return null
  if (text === '' && seal === undefined) return null
  return {
    text,
    ...(thought === true && { thought }),
    ...(isSignature(seal) && { thoughtSignature: seal }),
    ...(partMetadata !== undefined && { partMetadata: copyJson(partMetadata) }),
  }
}

/** A server tool's call and its response are sent together, or each as text. */
function withoutStrays({ writer }: Work, parts: readonly Part[], block: Block): Part[] {
  const stray = strayParts(parts)
  return parts.map(part => {
    if (!stray.has(part)) return part
    const type = Object.keys(part)[0] ?? 'unknown'
    const payload = part as unknown as JsonObject
    const opaque: OpaquePart = { kind: 'opaque', format: 'gemini', type, payload }
    const at = writer.originOf(part, block)
    writer.edit('reduced')
    writer.note(opaqueLoss(opaque, 'has lost its other half', at, 'sent as text'))
    const words = writer.label<TextPart>({ text: '' }, at)
    writer.text(words, 'text', [[describeOpaque(opaque), at]])
    return words
  })
}
