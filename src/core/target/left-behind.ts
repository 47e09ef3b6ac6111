import { withoutOwnMarks } from '../cache/marks.ts'
import type { FindingNote } from '../diag/collect.ts'
import { isReasoningLoss } from '../diag/reasoning.ts'
import { fieldsLeftBehind } from '../diag/target.ts'
import { type Block, type BlockRole, isCall, type Placed } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import type { JsonValue } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { TargetName } from '../ir/target-name.ts'
import type { Seal } from '../ir/text.ts'
import { wellFormed } from '../text/well-formed.ts'
import { isSignatureField } from '../vendor/openai/read/dialects.ts'
import { nativeFieldsLost } from './native-fields.ts'
import type { Fragment } from './target.ts'
import { reasoningLoss } from './travel.ts'

/** Fields that a provider uses to manage its own store. They contain no content, and no other provider can use them. */
const bookkeeping: ReadonlySet<string> = new Set([
  'id',
  'type',
  'role',
  'phase',
  'status',
  'madeBy',
  'form',
  'cache_control',
  'prompt_cache_breakpoint',
])

/** Creates a note that names dropped fields. */
export const fieldsLoss = (fields: readonly string[], at: Origin): FindingNote => ({
  kind: `CX7019 ${fields.join()}`,
  say: places => fieldsLeftBehind(fields, places),
  at,
})

/** Returns the names of another format's fields that contain content; empty for fields of the target's own format. */
export const foreignFields = (extra: Extra | undefined, format: TargetName): string[] =>
  extra === undefined || extra.format === format ? [] : carryingFields(extra)

/** Returns the names of the fields that contain content. */
function carryingFields({ fields }: Extra): string[] {
  return (
    Object.entries(fields)
      .filter(
        ([key, value]) => !bookkeeping.has(key) && !isSignatureField(key, value) && !isEmptyFieldValue(value),
      )
      // A cache mark is not content, regardless of the key under which a format stores it.
      .filter(
        ([key, value]) => key !== 'providerOptions' || 'providerOptions' in withoutOwnMarks({ [key]: value }),
      )
      .map(([key]) => key)
  )
}

/** Whether a field's value is empty. APIs return empty fields for content that an answer does not have. */
const isEmptyFieldValue = (value: JsonValue | undefined): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Returns a note about dropped fields that only another format has; an empty list if they contain no content. */
export function extraLoss(extra: Extra | undefined, format: TargetName, at: Origin): FindingNote[] {
  const fields = foreignFields(extra, format)
  return fields.length > 0 ? [fieldsLoss(fields, at)] : []
}

/** Inputs of the search for a part's dropped fields. */
interface Look {
  readonly role: BlockRole
  readonly format: TargetName
  /** Returns the JSON that was written for the unit. */
  readonly written: () => string
  /** Origins of reasoning whose loss was already reported as a whole. */
  readonly lost: ReadonlySet<Origin>
}

/** Adds notes about a part's fields that were not written, because only another provider accepts them. */
function addLostPartNotes(notes: FindingNote[], part: Part, at: Origin, look: Look): void {
  const fields = hasMoreFields(part) ? unwrittenPartFields(part, at, look) : []
  if (fields.length > 0) notes.push(fieldsLoss(fields, at))
  if ('seal' in part && part.seal) addLostSealNotes(notes, part.seal, at, look)
  if (part.kind === 'tool-result') for (const piece of part.content) addLostPartNotes(notes, piece, at, look)
}

/** Whether a part has a name or fields of a provider. */
const hasMoreFields = (part: Part): boolean =>
  part.kind === 'file' || ('extra' in part && part.extra !== undefined) || 'native' in part

/** Returns the names of a part's fields that were not written. */
function unwrittenPartFields(part: Part, at: Origin, { format, written, lost }: Look): string[] {
  // The fields of reasoning are not checked here, because the target either sends the whole part or reports its loss.
  const foreign = 'extra' in part && part.kind !== 'reasoning' ? foreignFields(part.extra, format) : []
  const fields = foreign.filter(field => !isDetailWritten(field, part, written))
  for (const field of ofBlankText(part, format, written)) fields.push(field)
  if (part.kind === 'file' && part.name && !isFileNameWritten(part.name, written))
    fields.push('name of a file')
  if (!('native' in part) || lost.has(at)) return fields
  for (const field of nativeFieldsLost(part.native, written)) fields.push(field)
  const { extra } = part
  // The message that contained the reasoning may have fields that are not in the reasoning's own block.
  if (part.kind === 'reasoning' && extra !== undefined && extra.format !== format)
    for (const field of nativeFieldsLost({ format: extra.format, payload: extra.fields }, written))
      fields.push(field)
  return fields
}

/**
 * Returns the names of a blank text's fields that were not written. Most targets drop blank texts, whatever their
 * format.
 */
function ofBlankText(part: Part, format: TargetName, written: () => string): string[] {
  if (part.kind !== 'text' || part.text.trim() !== '' || part.extra?.format !== format) return []
  const { extra } = part
  return carryingFields(extra).filter(key => !written().includes(JSON.stringify(extra.fields[key])))
}

/** Whether a file's name was written. */
const isFileNameWritten = (name: string, written: () => string): boolean =>
  written().includes(JSON.stringify(wellFormed(name)).slice(1, -1))

/** Whether a field is an image's detail level that was written. Both OpenAI APIs accept this level. */
const isDetailWritten = (field: string, part: Part, written: () => string): boolean =>
  part.kind === 'file' &&
  field === 'detail' &&
  written().includes(`"detail":${JSON.stringify(part.extra?.fields.detail)}`)

/** Adds notes about a signature that was not written, or that is useless in the message. */
function addLostSealNotes(
  notes: FindingNote[],
  seal: Seal,
  at: Origin,
  { role, format, written }: Look,
): void {
  const isElsewhere = seal.format !== format
  // A dialect may have a field for another provider's signature.
  if (isElsewhere && !written().includes(seal.value)) notes.push(reasoningLoss('other provider', at))
  // A model signs only its own output. So a signature in another role's message is useless.
  if (!isElsewhere && role !== 'model') notes.push(reasoningLoss('no form to replay', at))
}

/**
 * Returns notes about everything in a unit except its text that was not sent: fields and signatures of another
 * provider, and file names if the API has no field for them. Targets cannot report these losses, because they only know
 * the fields of their own API.
 */
export function leftBehind(
  block: Block,
  { messages, notes: said }: Pick<Fragment, 'messages' | 'notes'>,
  format: TargetName,
): FindingNote[] {
  const notes: FindingNote[] = []
  let text: string | undefined
  const writtenJson = (): string => {
    text ??= JSON.stringify(messages)
    return text
  }
  const lost = new Set(said.flatMap(({ kind, at }) => (isReasoningLoss(kind) ? [at] : [])))
  const enveloped = new Set<number>()
  const look: Look = { role: block.role, format, written: writtenJson, lost }
  const addNotesOf = ({ part, origin, seq, envelope }: Placed): void => {
    if (envelope !== undefined && !enveloped.has(seq)) {
      enveloped.add(seq)
      for (const note of extraLoss(envelope, format, origin)) notes.push(note)
    }
    addLostPartNotes(notes, part, origin, look)
  }
  for (const item of block.items) {
    addNotesOf(item)
    if (isCall(item)) addNotesOf(item.result)
  }
  return notes
}
