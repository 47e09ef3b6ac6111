import { expect, test } from 'vitest'
import { scriptedWords, waitMilliseconds } from './answer-pieces.ts'

test('4-W6: the wait before an answer ends with its signal, also with one that aborted before', async () => {
  const late = new AbortController()
  const waited = waitMilliseconds(2 ** 31 - 1, late.signal)
  late.abort()
  await waited
  await waitMilliseconds(2 ** 31 - 1, late.signal)
})

test('4-W6: the words of a text are the whole text', () => {
  expect(scriptedWords(' It  rains.\n')).toEqual([' It', '  rains.', '\n'])
})
