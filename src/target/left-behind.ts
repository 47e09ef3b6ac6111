import { bare } from '../cache/marks.ts'
import type { Note } from '../diag/collect.ts'
import { fieldsLeftBehind } from '../diag/target.ts'
import { isSignatureField } from '../from/openai/dialects.ts'
import { type Block, type BlockRole, isCall, type Placed } from '../ir/block.ts'
import type { Extra } from '../ir/extra.ts'
import type { JsonValue } from '../ir/json.ts'
import type { Origin } from '../ir/origin.ts'
import type { Part } from '../ir/part.ts'
import type { Seal } from '../ir/seal.ts'
import type { TargetName } from '../ir/target-name.ts'
import { wellFormed } from '../text/well-formed.ts'
import { nativeFieldsLost } from './native-fields.ts'
import type { Fragment } from './target.ts'
import { reasoningLoss } from './travel.ts'

/** Fields by which a provider finds its way in its own store: they say nothing, and nobody else can follow them. */
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

/** Fields stayed behind, which is named. */
export const fieldsLoss = (fields: readonly string[], at: Origin): Note => ({
  kind: `CX7019 ${fields.join()}`,
  say: places => fieldsLeftBehind(fields, places),
  at,
})

/** The fields of another format that say something. */
export function foreignFields(extra: Extra | undefined, format: TargetName): string[] {
  if (extra === undefined || extra.format === format) return []
  return (
    Object.entries(extra.fields)
      .filter(([key, value]) => !bookkeeping.has(key) && !isSignatureField(key, value) && !isEmpty(value))
      // A mark of what to cache is bookkeeping, wherever a format keeps it.
      .filter(([key, value]) => key !== 'providerOptions' || 'providerOptions' in bare({ [key]: value }))
      .map(([key]) => key)
  )
}

/** Whether a field says nothing, as an API fills it in where there is nothing to say. */
const isEmpty = (value: JsonValue | undefined): boolean =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Says which fields of another format stay behind; nothing where they say nothing. */
export function extraLoss(extra: Extra | undefined, format: TargetName, at: Origin): Note[] {
  const fields = foreignFields(extra, format)
  return fields.length > 0 ? [fieldsLoss(fields, at)] : []
}

/** Inputs of the search for the fields of a part. */
interface Look {
  readonly role: BlockRole
  readonly format: TargetName
  /** Text written for its unit. */
  readonly written: () => string
  /** Places of thoughts that are not sent, and named as such. */
  readonly lost: ReadonlySet<Origin>
}

/** Yields notes on fields of a part that only another provider takes, unless they were written. */
function* ofPart(part: Part, at: Origin, look: Look): Generator<Note> {
  const fields = fieldsOf(part, at, look)
  if (fields.length > 0) yield fieldsLoss(fields, at)
  if ('seal' in part && part.seal) yield* ofSeal(part.seal, at, look)
  if (part.kind !== 'tool-result') return
  for (const piece of part.content) yield* ofPart(piece, at, look)
}

/** Returns the fields of a part that were not written. */
function fieldsOf(part: Part, at: Origin, { format, written, lost }: Look): string[] {
  // A thought is sent, or named, by its target as a whole.
  const fields = 'extra' in part && part.kind !== 'reasoning' ? foreignFields(part.extra, format) : []
  if (part.kind === 'file' && part.name && !isNamed(part.name, written)) fields.push('name of a file')
  if (!('native' in part) || lost.has(at)) return fields
  for (const field of nativeFieldsLost(part.native, written)) fields.push(field)
  const { extra } = part
  // The message that held a thought may say more of it than the thought's own form does.
  if (part.kind === 'reasoning' && extra !== undefined && extra.format !== format)
    for (const field of nativeFieldsLost({ format: extra.format, payload: extra.fields }, written))
      fields.push(field)
  return fields
}

/** Whether a file's name was written. */
const isNamed = (name: string, written: () => string): boolean =>
  written().includes(JSON.stringify(wellFormed(name)).slice(1, -1))

/** Yields notes on a seal that was not written. */
function* ofSeal(seal: Seal, at: Origin, { role, format, written }: Look): Generator<Note> {
  const isElsewhere = seal.format !== format
  // A dialect carries it in a field of its own.
  if (isElsewhere && !written().includes(seal.value)) yield reasoningLoss('other provider', at)
  // A model seals what it says: in another's mouth a signature is none.
  if (!isElsewhere && role !== 'model') yield reasoningLoss('no form to replay', at)
}

/**
 * Says what stood beside the words of a unit and cannot go along: fields and signatures of another provider, names of
 * files where no file has one. The targets write what they know; what they have no place for they never see.
 */
export function leftBehind(
  block: Block,
  { messages, notes: said }: Pick<Fragment, 'messages' | 'notes'>,
  format: TargetName,
): Note[] {
  const notes: Note[] = []
  let text: string | undefined
  const written = (): string => {
    text ??= JSON.stringify(messages)
    return text
  }
  const lost = new Set(said.flatMap(({ kind, at }) => (kind.startsWith('CX7007') ? [at] : [])))
  const enveloped = new Set<number>()
  const look = ({ part, origin, seq, envelope }: Placed): void => {
    if (!enveloped.has(seq)) {
      enveloped.add(seq)
      for (const note of extraLoss(envelope, format, origin)) notes.push(note)
    }
    for (const note of ofPart(part, origin, { role: block.role, format, written, lost })) notes.push(note)
  }
  for (const item of block.items) {
    look(item)
    if (isCall(item)) look(item.result)
  }
  return notes
}
