import { expect, test } from 'vitest'
import { agrees, statedOutputs } from './stated.ts'

test('the output of a console.log is the comment on its last line, or else the comment lines after it', () => {
  const source = [
    'console.log(1) // 1: the first',
    '// a comment by itself',
    'for (const word of words)',
    '  console.log({',
    '    word,',
    '  })',
    '// { word: 1 }',
    '// { word: 2 }',
    'console.log(3)',
    '',
    '// nothing is stated of it',
  ].join('\n')
  expect([...statedOutputs(source)]).toEqual([
    [1, { text: '1: the first', line: 1 }],
    [4, { text: '{ word: 1 }\n{ word: 2 }', line: 7 }],
  ])
})

test.each([
  ['1', '1', true],
  ['1', '12', false],
  ['false: there is none', 'false', true],
  ['{ ok: true, … }', '{ ok: true, text: "a" }', true],
  ['{ ok: true, … }', '{ ok: false, text: "a" }', false],
  ['first … last', 'first\nsecond\nlast', true],
  ['a (b)* c', 'a (b)* c', true],
])('the comment %j and the output %j agree: %s', (stated, printed, expected) => {
  expect(agrees(stated, printed)).toBe(expected)
})
