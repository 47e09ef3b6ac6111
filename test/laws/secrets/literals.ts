import type { AsyncDetector, Detector } from '../../../src/core/protect/index.ts'
import type { Dice } from './dice.ts'
import { any, base62, type Secret } from './secret.ts'

/**
 * Returns a value of a pattern, of a listed field, or of a detector: the marks around it show its extent, so it may hold any
 * characters.
 */
const literal = (dice: Dice): string =>
  `${dice.text(base62, 4)}${dice.text(dice.below(2) ? any : base62, 8 + dice.below(24))}${dice.text(base62, 4)}`

const secret = (kind: string, value: string, shown: string | null, field: string | null): Secret => ({
  ...{ kind, values: [value], shown, field, random: [value], isUsual: false },
})

/** Pattern of values that the law plants. */
export const pattern = /(?<=code «)[^»]+(?=»)/
/** Names of fields whose values the law plants. */
export const listed = ['seat', 'ticket']

const between = (text: string, opening: string, closing: string) => {
  const at = text.indexOf(opening)
  const end = at < 0 ? -1 : text.indexOf(closing, at)
  return end < 0 ? [] : [{ start: at + opening.length, end, kind: '' }]
}

/** Returns a detector that notes the texts that it looks at. */
export const countingDetector = (looked: string[]): Detector => ({
  id: 'plant',
  version: '1',
  find: text => {
    looked.push(text)
    return between(text, 'plant ‹', '›')
  },
})

/** Returns a detector that does not answer before it `isReady`. */
export const lateDetector = (isReady: () => boolean): AsyncDetector => ({
  id: 'person',
  version: '1',
  findLater: async (text, { signal }) =>
    isReady()
      ? between(text, 'person ‹', '›')
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended')))),
})

export const literals: readonly ((dice: Dice) => Secret)[] = [
  dice => {
    const value = literal(dice)
    return secret('pattern', value, `The code «${value}» opens it.`, null)
  },
  dice => secret('field', literal(dice), null, dice.pick(listed)),
  dice => {
    const value = literal(dice)
    return secret('detector', value, `The plant ‹${value}› grows.`, null)
  },
]

/** A value that an asynchronous detector finds. */
export const person = (dice: Dice): Secret => {
  const value = literal(dice)
  return secret('late', value, `The person ‹${value}› called.`, null)
}
