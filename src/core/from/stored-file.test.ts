import { expect, test } from 'vitest'
import { isStoredAt, namesStoredFile } from './stored-file.ts'

test.each([
  'gs://bucket/secret.png',
  'GS://bucket/secret.png',
  's3://bucket/secret.png',
  'https://generativelanguage.googleapis.com/v1beta/files/secret',
  'HTTPS://user@GenerativeLanguage.googleapis.com.:443/v1beta/files/secret',
  'https://generativelanguage%2Egoogleapis.com/v1beta/files/secret',
  'https:\\\\api.openai.com/v1/files/file-1/content',
  'https://us-central1-aiplatform.googleapis.com/v1/x',
  'file-abc123',
  'files/abc',
])('%s names a file that a provider stores', url => {
  expect(isStoredAt(url)).toBe(true)
})

test.each([
  'https://x.org/a.png',
  'https://storage.googleapis.com/public/a.png',
  'https://x.org/gs://bucket',
  'https://generativelanguage.googleapis.com.x.org/files/a',
  'https://youtu.be/dQw4w9WgXcQ',
  'data:image/png;base64,AAAA',
  'iVBORw0KGgo=',
])('%s names no stored file', url => {
  expect(isStoredAt(url)).toBe(false)
})

test('data that is not base64 names a stored file', () => {
  expect(namesStoredFile({ type: 'base64', data: 'file-abc123' })).toBe(true)
  expect(namesStoredFile({ type: 'base64', data: 'fileAAAA' })).toBe(false)
  expect(namesStoredFile({ type: 'text', text: 'file-abc123' })).toBe(false)
  expect(namesStoredFile({ type: 'id', id: 'a', format: 'openai' })).toBe(true)
})
