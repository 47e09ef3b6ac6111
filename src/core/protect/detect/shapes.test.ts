import { expect, test } from 'vitest'
import { findSecrets } from './find.ts'
import { secretKinds } from './secret-kinds.ts'

const found = (text: string): string[] => findSecrets(text).map(({ start, end }) => text.slice(start, end))
const kinds = (text: string): string[] => findSecrets(text).map(({ kind }) => kind)

const lines = Array.from(
  { length: 6 },
  (_, at) => `MIIEpAIBAAKCAQEA${at}u7Vx2kQw9TzL4bJc5NfD8hGp3Ys6WdKt1MaFe0`,
)
const pem = [
  '-----BEGIN RSA PRIV',
  'ATE KEY-----\n',
  lines.join('\n'),
  '\n-----END RSA PRIVATE KEY-----',
].join('')

test('a private key is found with its header and its last line', () => {
  expect(found(`key:\n${pem}\nafter`)).toEqual([pem])
  expect(kinds(pem)).toEqual(['private-key'])
})

test('a private key is found in JSON, and where it was cut', () => {
  const inJson = JSON.stringify({ pem })
  expect(found(inJson)[0]).toContain('-----END RSA')
  const cut = pem.slice(0, 150)
  expect(found(cut)).toEqual([cut])
})

test('a public key, a certificate and a header without a body are not found', () => {
  expect(found(pem.replaceAll('PRIVATE', 'PUBLIC'))).toEqual([])
  expect(found(pem.replaceAll('RSA PRIVATE KEY', 'CERTIFICATE'))).toEqual([])
  expect(found(['-----BEGIN PRIV', 'ATE KEY-----\n...\n-----END PRIVATE KEY-----'].join(''))).toEqual([])
})

test('a JSON Web Token is found, and other text with its first letters is not', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const token = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'a user', iat: 1 })}.Zq7RkV2mXw9TzL4bJc5NfD8h`
  expect(found(`Cookie: ${token};`)).toEqual([token])
  expect(kinds(token)).toEqual(['jwt'])
  expect(found('eyJust a word')).toEqual([])
  expect(found('keyJoin.keyJoinOther')).toEqual([])
})

test('the user and password of a URL are found, a whole connection string is for databases', () => {
  expect(found('git clone https://me:Zq7RkV2m@host.test/a.git')).toEqual(['me:Zq7RkV2m'])
  expect(found('DATABASE_URL=postgres://me:Zq7RkV2m@db:5432/app?ssl=1 next')).toEqual([
    'postgres://me:Zq7RkV2m@db:5432/app?ssl=1',
  ])
  expect(kinds('mongodb+srv://me:p%40ss1w@a.test')).toEqual(['connection-string'])
})

test('each shape has a kind that counts as one of a secret', () => {
  const texts = [
    ...[pem, 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIHVzZXIifQ', 'https://me:Zq7RkV2m@host.test/a'],
    ...[
      'mongodb://me:p%40ss1w@a.test',
      'curl -u me:Zq7RkV2m',
      'password: Zq7RkV2m',
      'api_key=Zq7RkV2mXw9TzL4b',
    ],
  ]
  const all = texts.flatMap(kinds)
  const shapes = ['private-key', 'jwt', 'url-password', 'connection-string', 'password', 'password', 'secret']
  expect(all).toEqual(shapes)
  expect(all.filter(kind => !secretKinds.has(kind))).toEqual([])
})

test('a URL without a password, with a port or with a placeholder is not found', () => {
  for (const url of [
    'https://host.test:8080/a@b',
    'https://me@host.test/',
    'postgres://me:${PASSWORD}@db/app',
    'https://host.test/a:b@c',
  ])
    expect(found(url)).toEqual([])
})

test('the user and password of a command are found', () => {
  expect(found('curl -u me:Zq7RkV2m https://a.test')).toEqual(['me:Zq7RkV2m'])
  expect(found('curl --user="me:Zq7RkV2m" https://a.test')).toEqual(['me:Zq7RkV2m'])
  expect(found('docker run -u 1000:1000000 image')).toEqual([])
  expect(found('curl -u "${USER}:${PASSWORD}" https://a.test')).toEqual([])
})
