import { names } from '../../../src/core/protect/detect/names.ts'
import type { Dice } from './dice.ts'
import { base62, base64, hex, type Secret } from './secret.ts'
import { found } from './tokens.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

function jwt(dice: Dice): Secret {
  const payload = encoded(`{"sub":"${dice.text(base62, 24)}"}`)
  const signature = dice.text(`${base62}-_`, 43)
  const value = [encoded('{"alg":"HS256","typ":"JWT"}'), payload, signature].join('.')
  // The payload begins as every other one does.
  return secret('jwt', [value], `The token is ${value} today.`, [payload.slice(12), signature])
}

function privateKey(dice: Dice): Secret {
  const label = dice.pick(['RSA PRIVATE KEY', 'PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY'])
  const lines = Array.from({ length: 3 + dice.below(4) }, () => dice.text(base64, 64))
  const value = [`-----${'BEGIN'} ${label}-----`, ...lines, `-----${'END'} ${label}-----`].join('\n')
  return secret('private-key', [value], `Here:\n${value}\nKeep it.`, lines)
}

const passwordOf = (dice: Dice): string => `${dice.text(base62, 6)}7${dice.text(`${base62}!*~.-`, 8)}x`

function urlPassword(dice: Dice): Secret {
  const [user, password] = [dice.text(hex.slice(10), 5), passwordOf(dice)]
  const value = `${user}:${password}`
  return secret('url-password', [value, password], `Clone https://${value}@git.example.org/a.git now.`, [
    password,
  ])
}

function connection(dice: Dice): Secret {
  const scheme = dice.pick(['postgres', 'mongodb+srv', 'mysql', 'redis', 'amqps'])
  const password = passwordOf(dice)
  const value = `${scheme}://app:${password}@db.example.org:5432/main`
  return secret('connection-string', [value, password], `Connect to ${value} first.`, [password])
}

function userPassword(dice: Dice): Secret {
  const password = passwordOf(dice)
  const value = `admin:${password}`
  const option = dice.pick([' -u ', ' --user ', ' --user='])
  return secret('user-password', [value, password], `Run curl${option}${value} https://example.org`, [
    password,
  ])
}

/** Returns a value that the name before it identifies. */
function named(dice: Dice): Secret {
  const { text: name, strength } = dice.pick(names)
  const value =
    strength === 'vendor' || dice.below(2) ? dice.text(hex, 32) : dice.text(base62, 24 + dice.below(17))
  const key = strength === 'vendor' ? `${name}_key` : name
  const assigned = dice.pick([`${key}=`, `${key}: `, `${key} = `])
  const shown = dice.pick([
    `Set ${assigned}${value} there.`,
    `Set ${key} = "${value}"`,
    `{"${key}": "${value}"}`,
  ])
  return {
    ...secret(`named ${name}`, [value], shown, [value]),
    field: dice.below(3) === 0 && isKey(key) ? key : null,
  }
}

const isKey = (name: string): boolean =>
  ['password', 'api_key', 'secret', 'token', 'passphrase', 'client_key'].includes(name)

const secret = (
  kind: string,
  values: Secret['values'],
  shown: string,
  random: readonly string[],
): Secret => ({
  ...{ kind, values, shown, random, field: null, isUsual: true },
})

/** Generators of secrets that a shape or a name identifies. */
export const shapes: readonly ((dice: Dice) => Secret)[] = [
  jwt,
  privateKey,
  urlPassword,
  connection,
  userPassword,
  named,
  named,
].map(draw => dice => found(() => draw(dice)))
