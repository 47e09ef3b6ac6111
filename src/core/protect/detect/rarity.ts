import { encodingCounter } from '../../count/disk.ts'
import type { TokenCounter } from '../../count/tokenizer.ts'
import { measured } from './entropy.ts'

/**
 * Returns the average number of characters per token of a value. Vocabularies have long tokens for words and names, and
 * none for random strings, so a value with few characters per token is probably random.
 */
export function charactersPerToken(value: string, counter?: TokenCounter): number {
  const start = value.slice(0, measured)
  return start.length / Math.max(1, (counter ?? encodingCounter('o200k_base')).count(start))
}
