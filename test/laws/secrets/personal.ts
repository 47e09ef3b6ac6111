import { isLuhn, mod97 } from '../../../src/core/protect/detect/pii/checksums.ts'
import lengths from '../../../src/core/protect/detect/pii/iban-lengths.json' with { type: 'json' }
import type { Dice } from './dice.ts'
import { base62, digits, type Secret } from './secret.ts'

const personal = (
  kind: string,
  value: string,
  shown: string,
  random: readonly string[] = [value],
): Secret => ({
  ...{ kind, values: [value], shown, random, field: null, isUsual: false },
})

function card(dice: Dice): Secret {
  const start = `${dice.pick(['4', '51', '55'])}${dice.text(digits, 16)}`.slice(0, 15)
  const number = [...digits].map(last => start + last).find(isLuhn) as string
  const value = dice.below(2) ? number : (number.match(/.{4}/g) ?? []).join(dice.pick([' ', '-']))
  return personal('card', value, `Pay with ${value} please.`)
}

function iban(dice: Dice): Secret {
  const [country, length] = dice.pick(Object.entries(lengths.lengths))
  const account = dice.text(digits, (length as number) - 4)
  const check = String(98 - mod97(`${account}${country}00`)).padStart(2, '0')
  const value = `${country}${check}${account}`
  return personal('iban', value, `Send it to ${value}, thanks.`)
}

function email(dice: Dice): Secret {
  const local = dice.text(base62, 12)
  const value = `${local}@example.org`
  return personal('email', value, `Write to ${value}.`, [local])
}

function ssn(dice: Dice): Secret {
  const part = (least: number, most: number): string => String(least + dice.below(most - least))
  const value = `${part(100, 665)}-${part(10, 99)}-${part(1000, 9999)}`
  return personal('ssn', value, `The ssn is ${value} here.`)
}

function ip(dice: Dice): Secret {
  const value = Array.from({ length: 4 }, () => 128 + dice.below(127)).join('.')
  return personal('ip', value, `Ping ${value} again.`)
}

function phone(dice: Dice): Secret {
  const value = `+49 30 ${dice.text(digits.slice(1), 8)}`
  return personal('phone', value, `Call ${value} today.`)
}

/** Generators of personal data, for each kind that `pii` has. */
export const persons: readonly ((dice: Dice) => Secret)[] = [card, iban, email, ssn, ip, phone]
