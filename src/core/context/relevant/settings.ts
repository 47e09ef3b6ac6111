import { stemOf, wordsOf } from '../../text/words.ts'
import { fallingKernel, fittedKernel, type Kernel } from './kernel.ts'

/** Settings of the ranking. docs/relevance.md explains how the numbers were chosen and what each part adds. */
export interface Settings {
  /** Returns the words of a text that count. */
  readonly words: (text: string) => readonly string[]
  /** Returns the common stem of the forms of a word. */
  readonly stem: (word: string) => string
  /** Saturation: how soon another occurrence of a word adds little. */
  readonly k1: number
  /** Discount for the words of a long unit, from 0 to 1. */
  readonly b: number
  /** Kernel for units of 150 characters: how far around a unit its words count. */
  readonly kernel: Kernel
  /** Fits the kernel to the mean characters of a unit. */
  readonly fit: (kernel: Kernel, characters: number) => Kernel
  /** Score that full likeness of word vectors adds; the best score is 1. */
  readonly likeness: number
  /** Share of its score that a unit gains if the query names its author. */
  readonly author: number
  /** Number of units with the best word scores that word vectors compare. */
  readonly compared: number
  /** Best hits without the units around them, where units are long. */
  readonly alone: number
  /** Upper bound on the postings that a query walks: the rarest words first, and of each word its newest units. */
  readonly walk: number
}

/** Default settings of `RelevanceIndex`. */
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
  alone: 24,
  walk: 20_000,
}
