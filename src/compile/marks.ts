import { isObject } from '../ir/json.ts'
import type { Session } from '../session/session.ts'
import { digest } from '../text/digest.ts'

/** What a session's beginning is known by. */
export interface Mark {
  /** No other beginning has it, whichever models its answers are taken to be of. */
  readonly content: string
  /** Tells which models they are taken to be of: an importer may name the one that is called now. */
  readonly makers: string
}

/** For each length of a session's beginning its mark; ends before what no mark can tell. */
export function marksOf(session: Session): Mark[] {
  const marks: Mark[] = []
  let content = ''
  let makers = ''
  for (let seq = 0; seq < session.length; seq++) {
    const made: unknown[] = []
    const words = wordsOf(session.event(seq), made)
    if (words === null) break
    content = digest(`${content}${words}`)
    if (made.length > 0) makers = digest(`${makers}${seq} ${JSON.stringify(made)}`)
    marks.push({ content, makers })
  }
  return marks
}

/** Objects whose fields are all that they hold. */
const open = /^\[object (Object|Array|(Ui|I)nt\d+(Clamped)?Array)\]$/

/** All that a value says, as JSON; null where JSON would hide some of it. The makers of its parts are told apart where asked for. */
export function wordsOf(value: unknown, makers?: unknown[]): string | null {
  function telling(this: unknown, key: string, held: unknown): unknown {
    if (typeof held === 'object' && held !== null && !open.test(Object.prototype.toString.call(held)))
      throw new TypeError('JSON would hide what this object holds')
    if (makers === undefined || key !== 'model' || !isPart(this)) return held
    makers.push(held)
    return undefined
  }
  try {
    return JSON.stringify(value, telling) ?? null
  } catch {
    return null
  }
}

/** A part, or what is sealed to one. */
const isPart = (holder: unknown): boolean => isObject(holder) && ('kind' in holder || 'format' in holder)
