import { JsonTree } from '../../context/json/tree.ts'
import { parseJson } from '../../text/json.ts'
import { applyEdits, type TextEdit } from '../literals/edit.ts'
import { escapeForJson } from '../literals/forms.ts'

/** Returns the object or list that a JSON text contains; null for any other text. */
export const jsonContainer = (text: string): object | null =>
  /^\s*[[{]/.test(text) ? ((parseJson(text) as object | undefined) ?? null) : null

/** Function that returns the edits of a text. */
type EditsOf = (text: string) => readonly TextEdit[]

/**
 * Returns edits for the JSON text of an object or a list, from the edits of each text in it; none for any other text.
 * Everything without an edit keeps its spelling.
 */
export function editsInJson(text: string, editsOf: EditsOf): readonly TextEdit[] {
  const tree = JsonTree.of(text)
  if (tree === null || !tree.isContainer(0)) return []
  const all: TextEdit[] = []
  for (let node = 0; node < tree.next(0); node++) {
    const [at, sign] = [tree.from(node), tree.firstCharacter(node)]
    if (sign !== '"' && !/[-\d]/.test(sign)) continue
    const edits = (sign === '"' ? editsInString : editsInNumber)(tree.slice(node), editsOf)
    for (const edit of edits) all.push({ ...edit, start: at + edit.start, end: at + edit.end })
  }
  return all
}

function editsInString(token: string, editsOf: EditsOf): readonly TextEdit[] {
  const edits = editsOf(JSON.parse(token) as string)
  if (edits.length === 0) return edits
  const places = unitsOf(token)
  const at = (unit: number): number => places[unit] as number
  return edits.map(({ start, end, by }) => ({ start: at(start), end: at(end), by: escapeForJson(by) }))
}

/**
 * Returns, for each UTF-16 unit of a decoded JSON string, the index at which its spelling begins in the JSON. The last
 * entry is the end of the last unit.
 */
function unitsOf(token: string): readonly number[] {
  const places: number[] = []
  for (let at = 1; at < token.length; ) {
    places.push(at)
    at += token[at] !== '\\' ? 1 : token[at + 1] === 'u' ? 6 : 2
  }
  return places
}

/**
 * A detector may find a number in the text as written, or as parsed. In both cases, a JSON string with the placeholder
 * replaces it.
 */
function editsInNumber(token: string, editsOf: EditsOf): readonly TextEdit[] {
  for (const form of new Set([token, String(Number(token))])) {
    const edits = editsOf(form)
    if (edits.length > 0)
      return [{ start: 0, end: token.length, by: JSON.stringify(applyEdits(form, edits)) }]
  }
  return []
}
