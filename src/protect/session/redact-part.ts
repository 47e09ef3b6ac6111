import type { FilePart } from '../../ir/file.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { TextPart } from '../../ir/text.ts'
import { mapTexts } from './map-texts.ts'

type Change = (text: string) => string

/** Returns a part without its protected values; the part itself if it has none. */
export function redactPart(part: Part, change: Change): Part {
  switch (part.kind) {
    case 'text':
      return withFields(part, { text: change(part.text), extra: mapTexts(part.extra, change) })
    case 'reasoning': {
      const native = mapTexts(part.native, change)
      const text = change(part.text)
      const extra = mapTexts(part.extra, change)
      // A provider takes back its own block as it was, or none.
      const { native: _, ...plain } = part
      return withFields(native === part.native ? part : plain, { text, extra })
    }
    case 'tool-call':
      return withFields(part, {
        id: change(part.id),
        arguments: mapTexts(part.arguments, change) as JsonValue,
        native: mapTexts(part.native, change),
        extra: mapTexts(part.extra, change),
      })
    case 'tool-result':
      return withFields(part, {
        id: change(part.id),
        content: mapped(part.content, each => redactPart(each, change) as ResultContent),
        native: mapTexts(part.native, change),
        extra: mapTexts(part.extra, change),
      })
    case 'file':
      return redactFile(part, change)
    case 'data':
      return withFields(part, { value: mapTexts(part.value, change) })
    case 'opaque':
      return withFields(part, { payload: mapTexts(part.payload, change) })
  }
}

/** Bytes cannot be changed in their middle: a file that holds a protected value is withheld. */
function redactFile(part: FilePart, change: Change): FilePart | TextPart {
  const { source, name } = part
  if (source.type === 'base64') {
    const changed = change(source.data)
    if (changed !== source.data)
      return { kind: 'text', text: '[a file was withheld: it holds a protected value]' }
  }
  const safe = source.type === 'base64' ? source : mapTexts(source, change)
  return withFields(part, {
    source: safe,
    ...(name !== undefined && { name: change(name) }),
    extra: mapTexts(part.extra, change),
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
