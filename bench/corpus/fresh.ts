import { createRandom, shuffle } from './random.ts'

/** Text that no library has seen; what is taken is gone. */
export interface Fresh {
  /** Bytes that are left. */
  left(): number
  /** At most so many bytes, in whole characters. */
  take(bytes: number): string
}

/** Special tokens that one peer cannot take for text, and the byte order mark that two peers count wrongly. */
const unfair = /<\|\w+\|>|\ufeff/

export function createFresh(texts: readonly string[], separator = '\n\n'): Fresh {
  const fair = texts.filter(text => !unfair.test(text))
  const all = Buffer.from(shuffle(fair, createRandom(3)).join(separator))
  let offset = 0
  return {
    left: () => all.length - offset,
    take(bytes) {
      let end = Math.min(offset + bytes, all.length)
      if (end === offset) throw new Error('no text is left: install the packages of the root')
      while (end < all.length && ((all[end] as number) & 0xc0) === 0x80) end--
      const text = all.toString('utf8', offset, end) // decoded, not sliced: flat, and one byte a character if it can be
      offset = end
      return text
    },
  }
}

/** Cuts a text into flat strings of so many characters; what is left over is dropped. */
export function cut(text: string, length: number): string[] {
  const characters = [...text]
  return Array.from({ length: Math.floor(characters.length / length) }, (_, index) =>
    Buffer.from(characters.slice(index * length, (index + 1) * length).join('')).toString(),
  )
}
