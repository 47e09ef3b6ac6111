import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compactText } from './compact-text.ts'
import { compactNoteWriter } from './note.ts'

const page = readFileSync(new URL('../../../../../docs/compaction.md', import.meta.url), 'utf8').replaceAll(
  '\r\n',
  '\n',
)
const samples = [
  ...page.matchAll(
    /^### (\S+)\n[\s\S]*?^```text before\n([\s\S]*?)\n```\n\n```text after\n([\s\S]*?)\n```$/gm,
  ),
].map(([, kind, before, after]) => ({ kind, before, after }))

test('the page has an example of each kind', () => {
  expect(samples.map(({ kind }) => kind)).toEqual([
    'json',
    'json-lines',
    'table',
    'lines',
    'code',
    'diff',
    'markup',
    'prose',
  ])
})

test.each(samples)('$kind looks as the page shows it', ({ kind, before, after }) => {
  expect(compactText(before as string, { over: 0, note: compactNoteWriter('12.0') })).toEqual({
    kind,
    text: after,
  })
})
