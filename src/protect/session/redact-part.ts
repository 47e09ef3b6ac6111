import type { FilePart } from '../../ir/file.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { TextPart } from '../../ir/text.ts'

/**
 * The use of a value in a part: data of the user; a record, whose own fields have names that a format gave them; or a copy,
 * in a provider's form, of words that the part has elsewhere.
 */
export type ValueUse = 'data' | 'record' | 'copy'

/** Changes a text or a JSON value of a part. It is called for each that a request may show. */
export type Change = <Value>(value: Value, use: ValueUse) => Value

/** Returns a part without its protected values; the part itself if it has none. */
export function redactPart(part: Part, change: Change): Part {
  switch (part.kind) {
    case 'text':
      return withFields(part, {
        text: change(part.text, 'data'),
        extra: change(part.extra, 'record'),
        tag: change(part.tag, 'record'),
      })
    case 'reasoning': {
      const native = change(part.native, 'copy')
      const text = change(part.text, 'data')
      const extra = change(part.extra, 'record')
      // A provider takes back its own block as it was, or none.
      const { native: _, ...plain } = part
      return withFields(native === part.native ? part : plain, { text, extra })
    }
    case 'tool-call':
      return withFields(part, {
        id: change(part.id, 'data'),
        name: change(part.name, 'data'),
        arguments: change(part.arguments, 'data'),
        native: change(part.native, 'copy'),
        extra: change(part.extra, 'record'),
        tag: change(part.tag, 'record'),
      })
    case 'tool-result':
      return withFields(part, {
        id: change(part.id, 'data'),
        ...(part.name !== undefined && { name: change(part.name, 'data') }),
        content: mapped(part.content, each => redactPart(each, change) as ResultContent),
        native: change(part.native, 'copy'),
        extra: change(part.extra, 'record'),
        tag: change(part.tag, 'record'),
      })
    case 'file':
      return redactFile(part, change)
    case 'data':
      return withFields(part, { value: change(part.value, 'data') })
    case 'opaque':
      return withFields(part, { payload: change(part.payload, 'record') })
  }
}

/** Text that stands for a file whose bytes hold a protected value. */
export const withheldFile = '[a file was withheld: it holds a protected value]'

/** Bytes cannot be changed in their middle: a file that holds a protected value is withheld. */
function redactFile(part: FilePart, change: Change): FilePart | TextPart {
  const { source, name } = part
  if (source.type === 'base64') {
    const changed = change(source.data, 'data')
    if (changed !== source.data) return { kind: 'text', text: withheldFile }
  }
  const safe = source.type === 'base64' ? source : change(source, 'record')
  return withFields(part, {
    source: safe,
    ...(name !== undefined && { name: change(name, 'data') }),
    extra: change(part.extra, 'record'),
  })
}

/** Returns an object with other fields; the object itself if none differs. */
function withFields<Whole extends object>(
  whole: Whole,
  fields: { readonly [Key in keyof Whole]?: Whole[Key] | undefined },
): Whole {
  const entries = Object.entries(fields).filter(([key, value]) => value !== whole[key as keyof Whole])
  return entries.length === 0 ? whole : { ...whole, ...Object.fromEntries(entries) }
}

/** Returns a list with each item changed; the list itself if none was. */
export function mapped<Item>(list: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = list.map(change)
  return changed.every((each, at) => each === list[at]) ? list : changed
}
