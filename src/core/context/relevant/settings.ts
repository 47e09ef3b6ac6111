import { stemOf, wordsOf } from '../../text/words.ts'
import { fallingKernel, fitKernelToLength, type Kernel } from './kernel.ts'

/**
 * Settings of the ranking. docs/relevance.md explains how their values were chosen and how much each of them improves
 * the ranking.
 */
export interface RankingSettings {
  /** Returns the words of a text that count for the ranking. */
  readonly words: (text: string) => readonly string[]
  /** Returns the stem that all forms of a word share. */
  readonly stem: (word: string) => string
  /** Saturation of a term's frequency (BM25). With a lower value, further occurrences of a term add less. */
  readonly k1: number
  /** Strength of the discount for long units, from 0 to 1 (BM25). */
  readonly b: number
  /** Kernel for units of 150 characters. It sets how much the words of a unit count for its neighbours. */
  readonly kernel: Kernel
  /** Fits the kernel to the mean number of characters of the units. */
  readonly fit: (kernel: Kernel, characters: number) => Kernel
  /** Amount that is added to a score at maximum likeness by word vectors; the best score is 1. */
  readonly likeness: number
  /** Share by which a unit's score is raised if the query names the unit's author. */
  readonly author: number
  /** Number of units with the best word scores that are also compared by word vectors. */
  readonly compared: number
  /** Number of best hits after which no neighbours are inserted if units are long. */
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
