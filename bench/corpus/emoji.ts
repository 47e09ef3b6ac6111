import type { Random } from './random.ts'

const first = 0x1f300
const codePoints = Array.from({ length: 0x1f9ff - first }, (_, index) => String.fromCodePoint(first + index))
const pictures = codePoints.filter(character => /\p{Emoji_Presentation}/u.test(character))

/** So many emoji of all blocks, in a row. */
export const emoji = (length: number, random: Random): string =>
  Array.from({ length }, () => pictures[random(pictures.length)]).join('')
