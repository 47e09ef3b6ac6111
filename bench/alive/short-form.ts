import { compactText } from '../../src/core/context/operation/compact/compact-text.ts'
import { compactNoteWriter } from '../../src/core/context/operation/compact/note.ts'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { contentOf } from '../assembler/texts.ts'
import { identifiersOf } from './identifiers.ts'
import type { Named } from './named.ts'

/** Sizes of the form that a result gets before its first request. */
export interface ShortForm {
  /** Characters up to which a result stays whole, and those that a short one keeps. */
  readonly over: number
  readonly keep: number
  /** Characters of a line that names identifiers which were cut and which the request does not name yet. */
  readonly names: number
  /** Whether a result that came before, word for word, is only referred to. */
  readonly dedupe: boolean
  /** Characters around what was sought that an expand gives back; 0 is the whole result. */
  readonly part: number
}

/** Form of `compact` as it is, at its usual size. */
export const today: ShortForm = { over: 2_000, keep: 1_600, names: 0, dedupe: false, part: 0 }

/** Characters from which a repeated result is only referred to. */
const leastRepeat = 200

/** Request so far, and the place at which each result came first. */
export interface Shown {
  readonly list: readonly ChatMessage[]
  readonly seen: ReadonlyMap<string, number>
  readonly named: Named
}

/** A result as it is sent, with and without the line of names; null where it stays whole. */
export interface Short {
  readonly sent: ChatMessage
  readonly unnamed: ChatMessage
}

export function shortOf(
  message: ChatMessage,
  at: number,
  { over, keep, names, dedupe }: ShortForm,
  { list, seen, named }: Shown,
): Short | null {
  const text = contentOf(message)
  const same = seen.get(text)
  if (dedupe && same !== undefined && text.length > leastRepeat) {
    const reference = `[The same as an earlier result. Handle of the whole text: ${same}.0]`
    return { sent: { ...message, content: reference }, unnamed: { ...message, content: reference } }
  }
  const short = compactText(text, { over, keep, note: compactNoteWriter(`${at}.0`) })?.text
  if (short === undefined) return null
  const unnamed = { ...message, content: short }
  if (names === 0) return { sent: unnamed, unnamed }
  const cut = identifiersOf(text).filter(
    identifier => !named.isIn(unnamed, identifier) && !named.isInAny(list, identifier),
  )
  return { sent: { ...message, content: [short, ...namesLine(cut, names)].join('\n') }, unnamed }
}

/** A line that names as many as fit, in their order. */
function namesLine(cut: readonly string[], most: number): string[] {
  let line = ''
  for (const identifier of cut) if (line.length + identifier.length + 2 <= most) line += `, ${identifier}`
  return line === '' ? [] : [`[Also names: ${line.slice(2)}]`]
}
