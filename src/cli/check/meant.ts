import { nearest } from '../../core/text/nearest.ts'
import type { Write } from './write.ts'

/** Returns the key that was probably meant by a misspelt key: a written key that differs in one or two characters. */
export function intendedKey(key: string, writes: Iterable<Write>): string | null {
  const names = new Set([...writes].map(write => write.key))
  if (names.has(key) || key.length < 4) return null
  const near = nearest(key, [...names])
  return near !== null && Math.abs(near.length - key.length) <= 2 && areSimilarWords(key, near) ? near : null
}

/** Whether two words differ in at most two characters, apart from a common beginning and a common end. */
function areSimilarWords(left: string, right: string): boolean {
  let begin = 0
  while (begin < left.length && left[begin] === right[begin]) begin++
  let end = 0
  while (end < left.length - begin && end < right.length - begin && left.at(-1 - end) === right.at(-1 - end))
    end++
  return Math.max(left.length, right.length) - begin - end <= 2
}
