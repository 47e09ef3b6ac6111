import { createRandom, type Random } from './random.ts'

/** Makes a text of about so many bytes; another one for every seed, so that no cache of pieces answers. */
export type Hostile = (bytes: number, seed: number) => string

/** One unit again and again; the seed changes the length. */
const repeated =
  (unit: string): Hostile =>
  (bytes, seed) =>
    unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit)) - seed))

/** Random characters of a range of code points. */
const random =
  (first: number, count: number): Hostile =>
  (bytes, seed) => {
    const next = createRandom(seed)
    const character = (): string => String.fromCodePoint(first + next(count))
    const length = Math.floor(bytes / Buffer.byteLength(character()))
    return Array.from({ length }, character).join('')
  }

const binary = (length: number, next: Random): Buffer => Buffer.from(Array.from({ length }, () => next(256)))

/** Text that makes a tokenizer slow, by a name that fits a cell. */
export const hostile: Readonly<Record<string, Hostile>> = {
  'one letter': repeated('a'),
  spaces: repeated(' '),
  'line feeds': repeated('\n'),
  '"!"': repeated('!'),
  'one ideograph': repeated('漢'),
  'random CJK': random(0x4e00, 0x5000),
  emoji: random(0x1f600, 0x50),
  'random a-z': random(0x61, 26),
  base64: (bytes, seed) => binary(Math.floor(bytes * 0.75), createRandom(seed)).toString('base64'),
  hex: (bytes, seed) => binary(bytes / 2, createRandom(seed)).toString('hex'),
  '漢 + capitals': (bytes, seed) => `漢${random(0x41, 26)(bytes - 3, seed)}`,
  'space, line feed': repeated(' \n'),
}
