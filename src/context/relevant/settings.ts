import { fallingKernel, fittedKernel, type Kernel } from './kernel.ts'
import { stemOf, wordsOf } from './words.ts'

/** How units are ranked. What the numbers were chosen by, and what each part gives, is in docs/relevance.md. */
export interface Settings {
  /** The words of a text that count. */
  readonly words: (text: string) => readonly string[]
  /** What the forms of a word have in common. */
  readonly stem: (word: string) => string
  /** How soon hearing a word again adds little. */
  readonly k1: number
  /** How much a long unit's words count less, from 0 to 1. */
  readonly b: number
  /** How far around it the words of a unit of 150 characters are heard. */
  readonly kernel: Kernel
  /** Fits the kernel to the mean characters of a unit. */
  readonly fit: (kernel: Kernel, characters: number) => Kernel
  /** What full likeness of word vectors adds to a score, the best of which is 1. */
  readonly likeness: number
  /** What share of its score a unit gains whose author the query names. */
  readonly author: number
  /** How many units, the best by their words, are compared by word vectors. */
  readonly compared: number
  /** How many postings a query may walk: the rarest words first, of each its newest units. */
  readonly walk: number
}

/** What `RelevanceIndex` goes by. */
export const defaults: Settings = {
  words: wordsOf,
  stem: stemOf,
  k1: 1.2,
  b: 0.75,
  kernel: fallingKernel(3, 8),
  fit: fittedKernel,
  likeness: 0.1,
  author: 0.1,
  compared: 200,
  walk: 20_000,
}
