import { byPlace, type TextRange } from '../../text/overlaps.ts'

/** Range of a text, and what replaces it. */
export interface TextEdit extends TextRange {
  readonly by: string
}

/** Returns edits in order. The first of several that overlap takes the others with it. */
export function disjoint(edits: readonly TextEdit[]): readonly TextEdit[] {
  const all: TextEdit[] = []
  for (const edit of edits.toSorted(byPlace)) {
    const last = all.at(-1)
    if (last === undefined || edit.start >= last.end) all.push(edit)
    else if (edit.end > last.end) all[all.length - 1] = { ...last, end: edit.end }
  }
  return all
}

/** Returns a text with edits that are in order and do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  let [result, at] = ['', 0]
  for (const { start, end, by } of edits) {
    result += text.slice(at, start) + by
    at = end
  }
  return result + text.slice(at)
}
