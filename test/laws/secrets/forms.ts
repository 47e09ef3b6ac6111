import type { Dice } from './dice.ts'
import { base62 } from './secret.ts'

const ascii = (json: string): string =>
  json.replace(/[\u007f-\uffff]/g, one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Ways in which a text holds a value. */
export const forms: readonly ((value: string, dice: Dice) => string)[] = [
  value => value,
  value => `Take ${value}, or leave it.`,
  value => `x${value}y`,
  value => JSON.stringify({ note: value }),
  value => JSON.stringify({ body: JSON.stringify({ note: value }) }),
  value => ascii(JSON.stringify([value])),
  value => JSON.stringify([value]).replaceAll('/', '\\/'),
  value => `https://example.org/?q=${encodeURIComponent(value)}&r=1`,
  value => encodeURIComponent(`q=${value}&r=1`).replace(/%[0-9A-F]{2}/g, one => one.toLowerCase()),
  value => new URLSearchParams({ q: value }).toString(),
  ...[0, 1, 2].flatMap(before =>
    (['base64', 'base64url'] as const).map(
      alphabet => (value: string, dice: Dice) =>
        `see ${Buffer.from(dice.text(base62, before + 3 * dice.below(3)) + value + dice.text(base62, dice.below(4))).toString(alphabet)}`,
    ),
  ),
]
