import type { FileSource } from '../ir/file.ts'
import { isObject } from '../ir/json.ts'
import type { Part, PartKind } from '../ir/part.ts'
import { isTagName } from '../trust/tag.ts'
import {
  anObject,
  assertShape,
  type Checks,
  checkThat,
  fieldsCheck,
  listShape,
  optionalCheck,
  type ShapeCheck,
  taggedCheck,
  textShape,
} from './shape.ts'

/** Check of `extra`: fields of a vendor's message that no importer reads. */
export const extra = optionalCheck(fieldsCheck({ format: textShape, fields: anObject }))
const native = optionalCheck(fieldsCheck({ format: textShape, payload: anObject }))
/** Check of a flag: true, or absent. */
export const flag = optionalCheck(checkThat('true', value => value === true))
const trueOrFalse = optionalCheck(checkThat('true or false', value => typeof value === 'boolean'))
const seal = optionalCheck(
  fieldsCheck({ format: textShape, value: textShape, model: optionalCheck(textShape) }),
)

/**
 * Rejects characters that could end a tag. Only the program may choose the name of a tag; texts of other people belong
 * in the tag's attributes.
 */
const tagName = checkThat(
  'a name of letters, digits, _, - and ., other than context',
  value => typeof value === 'string' && isTagName(value) && value !== 'context',
)

const tag = optionalCheck(
  fieldsCheck({
    name: tagName,
    attributes: optionalCheck(value => {
      if (!isObject(value)) return anObject(value)
      for (const [key, item] of Object.entries(value)) {
        const wrong = textShape(item) ?? (tagName(key) && "'s name is not one of letters, digits, _, - and .")
        if (wrong) return `.${key}${wrong}`
      }
      return null
    }),
  }),
)

/** Checks for each type of source. */
const sources: Readonly<Record<FileSource['type'], Checks>> = {
  base64: { data: textShape },
  url: { url: textShape },
  id: { id: textShape, format: textShape },
  text: { text: textShape },
}
const sourceChecks = new Map<unknown, Checks>(Object.entries(sources))
const source = taggedCheck('type', sourceChecks)

/** Checks for each kind of part. Required fields must be present, and optional fields must be valid if present. */
const kinds: Readonly<Record<PartKind, Checks>> = {
  text: { text: textShape, seal, extra, tag },
  reasoning: { text: textShape, native, model: optionalCheck(textShape), extra },
  'tool-call': { id: textShape, name: textShape, pending: flag, freeform: flag, native, seal, extra, tag },
  'tool-result': {
    ...{ id: textShape, name: optionalCheck(textShape), isError: trueOrFalse, native, extra, tag },
    content: value => parts(value),
  },
  file: { mediaType: textShape, source, name: optionalCheck(textShape), seal, extra },
  data: {},
  opaque: {
    ...{ format: textShape, type: textShape, payload: anObject },
    ...{ model: optionalCheck(textShape), owner: optionalCheck(textShape), inline: flag },
  },
}
const partChecks = new Map<unknown, Checks>(Object.entries(kinds))
const part = taggedCheck('kind', partChecks)
/** Check of a list of parts. */
export const parts: ShapeCheck = listShape(part)

/** Whether this release knows the kind of a part and, for a file, the type of its source. */
export function isKnownPart({ kind, source: from }: Readonly<Record<string, unknown>>): boolean {
  return partChecks.has(kind) && (kind !== 'file' || !isObject(from) || sourceChecks.has(from.type))
}

/** Rejects an input that is not a valid part. */
export function assertPart(input: unknown, at: string): asserts input is Part {
  assertShape(part, input, at)
}
