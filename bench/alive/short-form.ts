import { compactText } from '../../src/core/context/operation/compact/compact-text.ts'
import { compactNoteWriter } from '../../src/core/context/operation/compact/note.ts'
import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { contentOf } from '../assembler/texts.ts'

/** Sizes of the form that a result gets before its first request. */
export interface ShortForm {
  /** Characters up to which a result stays whole, and those that a short one keeps. */
  readonly over: number
  readonly keep: number
  /** Characters of the list that names identifiers which were cut. */
  readonly names: number
  /** Whether a result that came before, word for word, is only referred to. */
  readonly dedupe: boolean
  /** Whether an expand gives back only what is around the words that are sought. */
  readonly parts: boolean
}

/** Form of `compact` as it is, at its usual size. */
export const today: ShortForm = { over: 2_000, keep: 1_600, names: 0, dedupe: false, parts: false }

/** Characters from which a repeated result is only referred to. */
const leastRepeat = 200

/** A result as it is sent, with and without the line of names; null where it stays whole. */
export interface Short {
  readonly sent: ChatMessage
  readonly unnamed: ChatMessage
}

export function shortOf(
  message: ChatMessage,
  at: number,
  { over, keep, names, dedupe }: ShortForm,
  seen: ReadonlyMap<string, number>,
): Short | null {
  const text = contentOf(message)
  const same = seen.get(text)
  if (dedupe && same !== undefined && text.length > leastRepeat) {
    const reference = `[The same as an earlier result. Handle of the whole text: ${same}.0]`
    return { sent: { ...message, content: reference }, unnamed: { ...message, content: reference } }
  }
  const note = compactNoteWriter(`${at}.0`, 'expand')
  const short = compactText(text, { over, keep, names, note })?.text
  if (short === undefined) return null
  return {
    sent: { ...message, content: short },
    unnamed: { ...message, content: short.replace(/\[It also names: [^\]]*\]/, '') },
  }
}
