import { describe, expect, test } from 'vitest'
import { alphabets, classOf } from './chars.ts'
import { crcDigits } from './crc32.ts'
import { findSecrets } from './find.ts'
import { type TokenRule, tokenRules } from './token-rules.ts'

/** Returns made-up characters of an alphabet, digits and letters of both cases first. */
function madeUp(alphabet: number, length: number, seed: number): string {
  const some = 'q7RkV2mXw9TzL4bJc5NfD8hGp3Ys6WdKt1MaFe0BdCa'
  const all = [...some].filter(one => classOf(one.charCodeAt(0)) & alphabet)
  let state = seed + 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return all[(state >>> 8) % all.length]
  }).join('')
}

/** Returns a token of a rule, made at run time so that no scanner finds it in this file. */
function example(rule: TokenRule, seed = 7): string {
  const length = Math.max(rule.least, Math.min(rule.least + 2, rule.most))
  const made = rule.before ? madeUp(rule.before.alphabet, rule.before.least, seed + 3) : ''
  const before = rule.begins === undefined ? made : `${rule.begins[0]}${made.slice(1)}`
  let body = madeUp(rule.alphabet, length, seed)
  if (rule.dotAt !== undefined) body = `${body.slice(0, rule.dotAt)}.${body.slice(rule.dotAt + 1)}`
  return `${before}${rule.prefix}${rule.digitsBefore ? '123_' : ''}${body}`
}

const open = tokenRules.filter(rule => rule.least > 0)

describe.each(open.map(rule => [rule.kind, rule.prefix, rule] as const))('%s %s', (_, __, rule) => {
  const token = example(rule)

  test('a token is found whole, alone and in a sentence', () => {
    expect(findSecrets(token)).toEqual([{ start: 0, end: token.length, kind: expect.any(String) }])
    const text = `It said "${token}" here.`
    expect(findSecrets(text)).toMatchObject([{ start: 9, end: 9 + token.length }])
  })

  test('a body that is too short or repeats one character is not found', () => {
    const cut = token.indexOf(rule.prefix) + rule.prefix.length
    expect(findSecrets(`${token.slice(0, cut)}${token.slice(cut, cut + 4)} `)).toEqual([])
    if (rule.digitsBefore || rule.kind === 'webhook-url') return
    expect(findSecrets(`${token.slice(0, cut)}${'x'.repeat(rule.least)}`)).toEqual([])
  })
})

test('a prefix inside a word is not found', () => {
  const token = `gh${'p_'}${madeUp(alphabets.base62 as number, 36, 3)}`
  expect(findSecrets(token)).toHaveLength(1)
  expect(findSecrets(`high${token}`)).toEqual([])
})

test('a checksum accepts a token that looks like an example', () => {
  const body = 'a'.repeat(30)
  expect(findSecrets(`gh${'p_'}${body}${crcDigits(body)}`)).toHaveLength(1)
  expect(findSecrets(`gh${'p_'}${body}aaaaaa`)).toEqual([])
})

test('no rule takes a token of fewer than ten characters', () => {
  for (const { prefix, least, before } of tokenRules)
    expect(prefix.length + least + (before?.least ?? 0)).toBeGreaterThanOrEqual(10)
})
