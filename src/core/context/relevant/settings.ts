import { stemOf, wordsOf } from '../../text/words.ts'
import { fallingKernel, fitKernelToLength, type Kernel } from './kernel.ts'

/**
 * Settings of the ranking. docs/relevance.md explains how the numbers were chosen and how much each part improves the
 * ranking.
 */
export interface RankingSettings {
  /** Returns the words of a text that count for the ranking. */
  readonly words: (text: string) => readonly string[]
  /** Returns the stem that all forms of a word share. */
  readonly stem: (word: string) => string
  /**
   * Saturation of a term's frequency (BM25). The lower the value, the sooner another occurrence of the term adds
   * little.
   */
  readonly k1: number
  /** Strength of the discount for long units, from 0 to 1 (BM25). */
  readonly b: number
  /** Kernel for units of 150 characters: it sets how much the words of a unit count for the unit's neighbours. */
  readonly kernel: Kernel
  /** Fits the kernel to the mean number of characters of the units. */
  readonly fit: (kernel: Kernel, characters: number) => Kernel
  /** Amount that the maximum likeness by word vectors adds to a score; the best score is 1. */
  readonly likeness: number
  /** Share by which a unit's score rises if the query names the unit's author. */
  readonly author: number
  /** Number of units with the best word scores that are also compared by word vectors. */
  readonly compared: number
  /** Number of best hits that are not followed by their neighbours if units are long. */
  readonly alone: number
  /**
   * Upper bound on the postings that a query visits. The rarest terms are visited first, and for each term its newest
   * units.
   */
  readonly walk: number
}

/** Default settings of `RelevanceIndex`. */
export const defaultRanking: RankingSettings = {
  words: wordsOf,
  stem: stemOf,
  k1: 1.2,
  b: 0.75,
  kernel: fallingKernel(3, 8),
  fit: fitKernelToLength,
  likeness: 0.1,
  author: 0.1,
  compared: 200,
  alone: 24,
  walk: 20_000,
}
