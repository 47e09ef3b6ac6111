import { identifiersIn, placeOfWords } from '../../../text/identifiers.ts'

const opening = '[It also names: '

/**
 * Writes a list of the identifiers of a text that its compacted text lacks, in at most `most` characters: as many as
 * fit, in the order of their first occurrence by kind. Returns '' if there are none, or if none fits.
 */
export function writeLackingNames(text: string, short: string, most: number): string {
  if (most <= opening.length) return ''
  const shown = short.toLowerCase()
  let list = ''
  for (const name of identifiersIn(text)) {
    const more = list === '' ? name : `, ${name}`
    if (opening.length + list.length + more.length + 1 > most) continue
    if (placeOfWords(shown, name.toLowerCase()) < 0) list += more
  }
  return list === '' ? '' : `${opening}${list}]`
}
