import { JsonTree } from '../../context/json/tree.ts'
import { parseJson } from '../../text/json.ts'
import { edited, type TextEdit } from '../literals/edit.ts'
import { inJson } from '../literals/forms.ts'

/** Returns the object or the list that a text is the JSON of; null for any other text. */
export const jsonContainer = (text: string): object | null =>
  /^\s*[[{]/.test(text) ? ((parseJson(text) as object | undefined) ?? null) : null

/** Edits of a text within another one. */
type EditsOf = (text: string) => readonly TextEdit[]

/**
 * Returns the edits of a text that is the JSON of an object or a list which make those of each text in it; none for any other
 * text. What is not edited stays as it was written.
 */
export function editsInJson(text: string, editsOf: EditsOf): readonly TextEdit[] {
  const tree = JsonTree.of(text)
  if (tree === null || !tree.isContainer(0)) return []
  const all: TextEdit[] = []
  for (let node = 0; node < tree.next(0); node++) {
    const [at, sign] = [tree.from(node), tree.sign(node)]
    if (sign !== '"' && !/[-\d]/.test(sign)) continue
    const edits = (sign === '"' ? inString : inNumber)(tree.slice(node), editsOf)
    for (const edit of edits) all.push({ ...edit, start: at + edit.start, end: at + edit.end })
  }
  return all
}

function inString(token: string, editsOf: EditsOf): readonly TextEdit[] {
  const edits = editsOf(JSON.parse(token) as string)
  if (edits.length === 0) return edits
  const places = unitsOf(token)
  const at = (unit: number): number => places[unit] as number
  return edits.map(({ start, end, by }) => ({ start: at(start), end: at(end), by: inJson(by) }))
}

/** Returns where in a string of JSON each unit of its text begins, and where the last one ends. */
function unitsOf(token: string): readonly number[] {
  const places: number[] = []
  for (let at = 1; at < token.length; ) {
    places.push(at)
    at += token[at] !== '\\' ? 1 : token[at + 1] === 'u' ? 6 : 2
  }
  return places
}

/** A number is found in its written form or its parsed form. Its placeholder is a string. */
function inNumber(token: string, editsOf: EditsOf): readonly TextEdit[] {
  for (const form of new Set([token, String(Number(token))])) {
    const edits = editsOf(form)
    if (edits.length > 0) return [{ start: 0, end: token.length, by: JSON.stringify(edited(form, edits)) }]
  }
  return []
}
