import fc from 'fast-check'
import { expect, test } from 'vitest'
import { betweenTags, escapeWords, readTags, readWords, tagsOf } from './tag.ts'

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '</',
        '>',
        '&',
        'amp;',
        'lt;',
        '&lt;',
        '&amp;lt;',
        '"',
        '\n',
        '<note>',
        '\n</note>',
        'a < b && c',
        '<!--',
        '<?',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map(pieces => pieces.join(''))

test('words between tags are read back unchanged, and no text forges a tag', () => {
  const tag = fc.record({
    name: fc.constantFrom('note', 'user_message', 'a.b-c'),
    attributes: fc.dictionary(fc.constantFrom('id', 'x-y', 'tool'), hostile),
    words: hostile,
  })
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 4 }), tags => {
      const text = tags
        .map(({ name, attributes, words }) =>
          betweenTags({ name, attributes }, [[words, 'e:0.0']])
            .map(([run]) => run)
            .join(''),
        )
        .join('\n\n')
      expect(readTags(text)).toEqual(tags)
    }),
    { numRuns: 5_000 },
  )
})

test('runs are escaped across their borders, and keep their origins', () => {
  const runs = betweenTags({ name: 'note' }, [
    ['a <', 'e:0.0'],
    ['/note>', 'e:0.1'],
  ])
  expect(runs).toEqual([
    ['<note>\n', 'c:tag'],
    ['a ', 'e:0.0'],
    ['&lt;', 'c:escape'],
    ['/note>', 'e:0.1'],
    ['\n</note>', 'c:tag'],
  ])
})

test('code and mathematics stay unchanged', () => {
  for (const words of ['if (a < b && c > d) x &= 1', 'R&D', '1<2', '&nbsp;', 'x <- 3'])
    expect(escapeWords(words)).toBe(words)
  expect(readWords(escapeWords('<b>&lt;</b>'))).toBe('<b>&lt;</b>')
})

test('an attribute stays on its line', () => {
  expect(tagsOf({ name: 'note', attributes: { id: 'a"<>&\nb' } }).open).toBe(
    '<note id="a&quot;&lt;&gt;&amp;&#10;b">\n',
  )
})

test('an attribute stays on its line, whatever ends one (A19)', () => {
  const value = 'a\u2028b\u2029c\u0085d\ve\ff\ng\rh'
  const [[open] = ['']] = betweenTags({ name: 'note', attributes: { id: value } }, [['x', 'e:0.0']])
  expect(open.trimEnd()).toMatch(/^[ -~]+$/)
  expect(readTags(`${open}x\n</note>`)).toEqual([{ name: 'note', attributes: { id: value }, words: 'x' }])
})
