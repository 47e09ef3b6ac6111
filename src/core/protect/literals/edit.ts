import { byPlace, type TextRange } from '../../text/overlaps.ts'

/** Range of a text, and the text that replaces it. */
export interface TextEdit extends TextRange {
  readonly by: string
}

/** Returns edits in order, without overlaps. Overlapping edits are merged into the first one. */
export function mergeEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  const all: TextEdit[] = []
  for (const edit of edits.toSorted(byPlace)) {
    const last = all.at(-1)
    if (last === undefined || edit.start >= last.end) all.push(edit)
    else if (edit.end > last.end) all[all.length - 1] = { ...last, end: edit.end }
  }
  return all
}

/** Applies edits to a text. The edits must be in order and must not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let [result, at] = ['', 0]
  for (const { start, end, by } of edits) {
    result += text.slice(at, start) + by
    at = end
  }
  return result + text.slice(at)
}
