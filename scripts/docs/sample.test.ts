import { expect, test } from 'vitest'
import { samplesOf } from './sample.ts'

const page = (...marks: string[]): string =>
  marks.map(mark => `Text.\n\`\`\`${mark}\nconst a = 1\n\`\`\`\n`).join('')

test('a sample has the line numbers of its page, and one that is continued begins with the one before it', () => {
  const [first, second, third] = samplesOf(
    'a.md',
    page('ts file=a.ts', 'json', 'ts continued', 'ts norun: no key'),
  )
  expect(first).toEqual({ file: 'a.md', line: 3, source: '\n\nconst a = 1\n' })
  expect(second?.source.split('\n').flatMap((row, i) => (row === '' ? [] : [i + 1]))).toEqual([3, 11])
  expect(third).toMatchObject({ line: 15, source: '', norun: 'no key' })
})

test('an unknown mark of a fence is an error with its place', () => {
  expect(() => samplesOf('a.md', page('ts ignore'))).toThrow('a.md:2: unknown mark of a fence: ignore')
})
