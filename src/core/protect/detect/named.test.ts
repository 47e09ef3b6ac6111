import { expect, test } from 'vitest'
import { findSecrets } from './find.ts'

const found = (text: string): string[] => findSecrets(text).map(({ start, end }) => text.slice(start, end))
/** Random value, in two parts so that no scanner finds it in this file. */
const value = ['q7RkV2mXw9TzL4', 'bJc5NfD8hGp3'].join('')
const password = ['Tr0ub', '4dor&3x'].join('')

test.each([
  `client_secret = ${value}`,
  `clientSecret: '${value}'`,
  `{"api_key": "${value}"}`,
  JSON.stringify(JSON.stringify({ token: value })),
  `api-key: ${value}`,
  `export API_KEY=${value}`,
  `--token ${value} --verbose`,
  `--token=${value}`,
  `Authorization: Bearer ${value}`,
  `X-Api-Key: ${value}`,
  `access_token=${value}&scope=all`,
  `<token>${value}</token>`,
  `token => "${value}",`,
  `SECRET := ${value}`,
  `The token is ${value}.`,
  `vendor-token-${value}`,
  `KEY ${value}`,
  `stripe = ${value}`,
])('the value of a telling name is found: %s', text => {
  expect(found(text)).toEqual([value])
})

test.each(['p{w}9(x)[z]7k', 'a[1]b{2}c(3)d4'])('a quoted secret with brackets is found: %s', one => {
  expect(found(`secret = "${one}"`)).toEqual([one])
})

test.each(['&user=ada', '&amp;user=ada', ' && run'])('a password ends before %s', after => {
  expect(found(`?password=Tr0ub4dor3x9${after}`)).toEqual(['Tr0ub4dor3x9'])
})

test.each(['cache with key: ', 'Cache saved with key: ', 'Cache restored from key: '])(
  'the name of a cache entry is none: %s',
  before => {
    expect(found(`${before}setup-uv-1-x86_64-unknown-linux-gnu-0.7.13-3f2a9c81b7`)).toEqual([])
  },
)

test.each([
  ['DB_PASSWORD=', '!'],
  ['passwd: ', '!'],
  ['password = ', '!!'],
])('a password that is assigned keeps the sign at its end: %s', (before, sign) => {
  expect(found(`${before}${password}${sign}`)).toEqual([password + sign])
  expect(found(`the password is ${password}${sign}`)).toEqual([password])
})

test.each([
  `password: ${password}`,
  `"password": "${password}"`,
  `PASSWORD='${password}'`,
  `password is ${password}`,
])('a password is found: %s', text => {
  expect(found(text)).toEqual([password])
})

test('a password reaches up to a blank, and leaves the bracket of its sentence', () => {
  expect(found('password: aB3)x;y\n')).toEqual(['aB3)x;y'])
  expect(found('(password: aB3xyz9)')).toEqual(['aB3xyz9'])
})

test.each([
  'token = tokenizer.next()',
  'const token = process.env.GITHUB_TOKEN',
  'password: string',
  'password = None',
  'password=${PASSWORD}',
  'password: <your password>',
  'password = hashlib.sha1(value)',
  'secret = "changeme123"',
  'api_key: xxxxxxxxxxxxxxxxxxxx',
  `token_url = ${value}`,
  `"nextPageToken": "${value}"`,
  `primary_key = ${value}`,
  `the key ${value} of the cache`,
  `monkey = ${value}`,
  `stripe ${value}`,
  'max_tokens: 4096',
  'the token expired yesterday',
  `secretary: ${value}`,
])('a near miss is not found: %s', text => {
  expect(found(text)).toEqual([])
})

test('the format inside a named value gives the kind', () => {
  const token = `gh${'p_'}${'q7RkV2mXw9TzL4bJc5NfD8hGp3YsKw2mXd5T'}`
  expect(findSecrets(`GITHUB_TOKEN=${token}`)).toEqual([{ start: 13, end: 53, kind: 'github-token' }])
})

test('a counter of the caller decides the rarity of a value', () => {
  const text = `token = ${value}`
  expect(findSecrets(text, { count: one => one.length })).toHaveLength(1)
  expect(findSecrets(text, { count: () => 1 })).toEqual([])
})

test('a value of thousands of characters is found whole', () => {
  const long = `${value}/`.repeat(100)
  expect(found(`refresh_token=${long}&a=b`)).toEqual([long])
  expect(found(`"refresh_token": "${long}"`)).toEqual([long])
})
