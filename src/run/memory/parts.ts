import type { FilePart } from '../../core/ir/file.ts'
import type { Part } from '../../core/ir/part.ts'
import type { Tag, TextPart } from '../../core/ir/text.ts'
import { escapeWords, tagsOf } from '../../core/trust/tag.ts'
import type { MemoryChunk } from './chunk.ts'
import type { ShownItem } from './pair.ts'
import { itemContent } from './shape.ts'
import { argumentsOfCall, joinAsPlainText } from './words.ts'

/** Options of the form in which a state is written. */
export interface StateForm {
  /** Whether all content is written as text between tags, even if the provider has a form for it. */
  readonly words: boolean
  /** Whether each tag contains the id of its chunk. */
  readonly ids: boolean
  /** Text that is placed before all chunks. */
  readonly systemPrompt?: string | undefined
  /** Name of the agent that made the assistant chunks. If given, SYSTEM chunks become events of the session too. */
  readonly author?: string | undefined
  /** All chunks of the state, by id, to resolve references between chunks. */
  readonly chunks: ReadonlyMap<string, MemoryChunk>
}

/** Returns the tag of an item. */
function tagOfItem({ item, shape, pair }: ShownItem, ids: boolean): Tag {
  const { status } = shape.attributes
  const given = {
    ...(ids && { id: item.id }),
    ...shape.attributes,
    // The outcome in the result is newer than the status that was written with the call.
    ...(shape.deed?.kind === 'call' && { status: pair?.outcome ?? status ?? 'pending' }),
  }
  const attributes = Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { name: shape.name, attributes }
}

/** Returns an item as text between tags, or the text that a renderer returned for the item. */
export function taggedText(told: ShownItem, manner: StateForm): string {
  if (told.rendered !== null) return told.rendered
  const { open, close } = tagsOf(tagOfItem(told, manner.ids))
  return `${open}${escapeWords(joinAsPlainText(told.content))}${close}`
}

/** Whether an item has files. An instruction can contain only text. */
export const hasFiles = ({ content }: ShownItem): boolean => content.some(({ kind }) => kind === 'file')

/** Names of tags that say no more than the message's role. */
const plain = new Set(['user_message', 'assistant_response'])

/** Returns the content of an item as text and files, in the form that `manner` asks for. */
export function itemAsTextParts(told: ShownItem, manner: StateForm): (TextPart | FilePart)[] {
  if (told.rendered !== null) return [{ kind: 'text', text: told.rendered }]
  const parts = [...told.content]
  const tag = tagOfItem(told, manner.ids)
  if (manner.words) return [{ kind: 'text', text: joinAsPlainText(parts), tag }]
  if (plain.has(told.shape.name)) return parts
  const files = parts.filter(part => part.kind === 'file')
  const text = joinAsPlainText(parts.filter(part => part.kind === 'text'))
  const { open, close } = tagsOf(tag)
  return [{ kind: 'text', text: `${open}${escapeWords(text)}${close}` }, ...files]
}

/** Returns the parts for a call: text and images of the item that are not arguments, and then the call. */
export function itemAsCallParts(told: ShownItem, manner: StateForm): Part[] {
  const { item, shape } = told
  const named = { kind: 'tool-call', id: shape.deed?.id ?? '', name: shape.deed?.name ?? '' } as const
  if (manner.words)
    return [
      {
        ...named,
        arguments: joinAsPlainText(told.content),
        freeform: true,
        tag: tagOfItem(told, manner.ids),
      },
    ]
  const { arguments: given, beside } = argumentsOfCall(itemContent(item), shape.told, manner.chunks)
  return [...beside, { ...named, arguments: given }]
}

export function itemAsResultPart(told: ShownItem, manner: StateForm): Part {
  const { deed } = told.shape
  const parts = told.content
  return {
    kind: 'tool-result',
    id: deed?.id ?? '',
    ...(deed?.name && { name: deed.name }),
    content: manner.words ? [{ kind: 'text', text: joinAsPlainText(parts) }] : parts,
    ...(deed?.kind === 'result' && deed.failed && { isError: true }),
    ...(manner.words && { tag: tagOfItem(told, manner.ids) }),
  }
}
