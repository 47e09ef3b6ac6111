import type { Random } from '../corpus/random.ts'
import { signs, syllables, words } from './words.ts'

const pick = <Item>(items: readonly Item[], random: Random): Item => items[random(items.length)] as Item

/** Mostly common words; some made up, some numbers and ids, so that not every word is one token. */
function word(random: Random): string {
  const kind = random(24)
  if (kind === 0) return String(random(10 ** (1 + random(6))))
  if (kind === 1) return random(2 ** 31).toString(16)
  if (kind > 3) return pick(words, random)
  return Array.from({ length: 2 + random(3) }, () => pick(syllables, random)).join('')
}

/** A length between 50 and 2,000, as likely from 50 to 100 as from 1,000 to 2,000. */
export const lengthOf = (random: Random): number => Math.round(50 * 40 ** (random(2 ** 20) / 2 ** 20))

/** Words and full stops. */
export function prose(random: Random, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length; ) {
    const next = word(random) + (random(12) ? ' ' : '. ')
    parts.push(next)
    size += next.length
  }
  return parts.join('').slice(0, length)
}

/** One text in twenty is Chinese or Japanese. */
export const text = (random: Random, length: number): string =>
  random(20) ? prose(random, length) : cjk(random, length)

const cjk = (random: Random, length: number): string =>
  Array.from({ length }, () => (random(15) ? pick(signs, random) : '。')).join('')

/** Rows as a tool returns them. */
export function rows(random: Random, length: number): string {
  const parts: string[] = []
  for (let size = 0; size < length; ) {
    const row = JSON.stringify({
      id: random(2 ** 31).toString(36),
      name: `${pick(words, random)} ${word(random)}`,
      amount: random(1_000_000) / 100,
      status: pick(words, random),
      note: prose(random, 20 + random(60)),
    })
    parts.push(row)
    size += row.length
  }
  return `[${parts.join(',')}]`.slice(0, length)
}
