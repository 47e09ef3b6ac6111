import type { FilePart, FileSource } from '../../ir/file.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent } from '../../ir/result.ts'
import type { TextPart } from '../../ir/text.ts'
import type { ChangeValue } from './change.ts'
import { isWithheld, uncheckedText } from './change.ts'
import { redactExtra, redactNative, redactTag, withFields } from './redact-fields.ts'

/** Returns a part without protected values, or the part itself if it has none. */
export function redactPart(part: Part, change: ChangeValue): Part {
  switch (part.kind) {
    case 'text':
      return withFields(part, {
        text: change(part.text, 'data'),
        extra: redactExtra(part.extra, change),
        tag: redactTag(part.tag, change),
      })
    case 'reasoning': {
      const native = redactNative(part.native, change)
      const text = change(part.text, 'data')
      const extra = redactExtra(part.extra, change)
      // A provider accepts its own block only unchanged, so a block with protected values is dropped.
      const { native: _, ...plain } = part
      const kept = native === part.native ? part : ({ ...plain, withheld: true } as const)
      return withFields(kept, { text, extra })
    }
    case 'tool-call':
      return withFields(part, {
        id: change(part.id, 'data'),
        name: change(part.name, 'data'),
        arguments: change(part.arguments, 'data'),
        native: redactNative(part.native, change),
        extra: redactExtra(part.extra, change),
        tag: redactTag(part.tag, change),
      })
    case 'tool-result':
      return withFields(part, {
        id: change(part.id, 'data'),
        ...(part.name !== undefined && { name: change(part.name, 'data') }),
        content: mapOrSame(part.content, each => redactPart(each, change) as ResultContent),
        native: redactNative(part.native, change),
        extra: redactExtra(part.extra, change),
        tag: redactTag(part.tag, change),
      })
    case 'file':
      return redactFile(part, change)
    case 'data':
      return withFields(part, { value: change(part.value, 'data') })
    case 'opaque': {
      const payload = change(part.payload, 'record')
      // Single fields of a provider's own item cannot be withheld, so the whole item is withheld.
      return isWithheld(payload) ? { kind: 'text', text: uncheckedText } : withFields(part, { payload })
    }
  }
}

/** Text that replaces a file whose bytes or address contain a protected value. */
export const withheldFile = '[a file was withheld: it holds a protected value]'

/** Bytes, addresses and types cannot be edited, so a file with a protected value in one of them is withheld. */
function redactFile(part: FilePart, change: ChangeValue): FilePart | TextPart {
  const { source, name, mediaType } = part
  const safe = redactSource(source, mediaType, change)
  if (safe === null || change(mediaType, 'name') !== mediaType) return { kind: 'text', text: withheldFile }
  return withFields(part, {
    source: safe,
    ...(name !== undefined && { name: change(name, 'data') }),
    extra: redactExtra(part.extra, change),
  })
}

const isClean = (text: string, change: ChangeValue): boolean => change(text, 'data') === text

/** Media types of text files. */
const textual = /^text\/|[/+](?:json|xml|yaml|csv|javascript)\b/

/** Returns the text of a text file; an empty string for other files. */
function decodeTextFile(data: string, mediaType: string): string {
  if (!textual.test(mediaType)) return ''
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data), one => one.charCodeAt(0)))
  } catch {
    return ''
  }
}

function redactSource(source: FileSource, mediaType: string, change: ChangeValue): FileSource | null {
  switch (source.type) {
    case 'text':
      return withFields(source, { text: change(source.text, 'data') })
    case 'base64':
      return isClean(source.data, change) && isClean(decodeTextFile(source.data, mediaType), change)
        ? source
        : null
    case 'url':
      return isClean(source.url, change) ? source : null
    case 'id':
      return isClean(source.id, change) ? source : null
  }
}

/** Returns a list with each item changed, or the list itself if no item changed. */
export function mapOrSame<Item>(list: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  const changed = list.map(change)
  return changed.every((each, at) => each === list[at]) ? list : changed
}
