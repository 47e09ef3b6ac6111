import { expect, test } from 'vitest'
import { visibleJson } from './clean-text.ts'

test('every character of data is seen, and parsing gives the data back', () => {
  const hostile = { '\u202eto': 'a\u001b[2J\u200b\u2066\u{e0041}\n\u00ad', list: ['\u2028\ufeff'] }
  const text = visibleJson(hostile)
  expect(text).not.toMatch(/[\p{Cf}\p{Zl}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n]/u)
  expect(JSON.parse(text)).toEqual(hostile)
})
