import { classOf } from '../../../src/core/protect/detect/chars.ts'
import { crcDigits } from '../../../src/core/protect/detect/crc32.ts'
import { type TokenRule, tokenRules } from '../../../src/core/protect/detect/token-rules.ts'
import { findSecrets } from '../../../src/core/protect/index.ts'
import type { Dice } from './dice.ts'
import { digits, type Secret } from './secret.ts'

const ascii = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join('')
const known = new Map<number, string>()

/** Returns the characters of an alphabet of the rule table, without those that end sentences and paddings. */
function charactersOf(alphabet: number): string {
  const found =
    known.get(alphabet) ??
    [...ascii].filter(one => classOf(one.charCodeAt(0)) & alphabet && !'.='.includes(one)).join('')
  known.set(alphabet, found)
  return found
}

/** Returns a valid token of a rule, whose checksum is right. */
function tokenOf(
  { prefix, alphabet, least, most, checksum, before, dotAt, digitsBefore }: TokenRule,
  dice: Dice,
): Secret {
  const length = Math.min(most, Math.max(least, 12) + dice.below(12))
  const drawn = dice.text(charactersOf(alphabet), length)
  const dotted = dotAt === undefined ? drawn : `${drawn.slice(0, dotAt)}.${drawn.slice(dotAt + 1)}`
  const body = checksum ? dotted.slice(0, -6) + crcDigits(dotted.slice(0, -6)) : dotted
  const lead = before ? dice.text(charactersOf(before.alphabet), Math.max(before.least, 1)) : ''
  const value = `${lead}${prefix}${digitsBefore ? `${dice.text(digits, 6)}_` : ''}${body}`
  return {
    kind: `${prefix}…`,
    values: [value],
    shown: `Use ${value} for it.`,
    field: null,
    random: [lead, body].filter(part => part.length >= 8),
    isUsual: true,
  }
}

const isFound = ({ shown, values: [value] }: Secret): boolean =>
  findSecrets(shown ?? '').some(({ start, end }) => shown?.slice(start, end) === value)

/** Returns what `draw` gives the first time that a rule finds it: few random texts look like an example. */
export function found(draw: () => Secret): Secret {
  for (let tries = 0; tries < 200; tries++) {
    const secret = draw()
    if (isFound(secret)) return secret
  }
  throw new Error(`no value is found by its rule: ${draw().shown}`)
}

/** A generator for each row and prefix of the table of tokens. */
export const tokens: readonly ((dice: Dice) => Secret)[] = tokenRules.map(
  rule => dice => found(() => tokenOf(rule, dice)),
)
