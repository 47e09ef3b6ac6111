import { expect, test } from 'vitest'
import { fromLangChain } from './langchain.ts'

const files: readonly (readonly [object, object])[] = [
  [
    { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    { mediaType: 'image/png', source: { type: 'base64', data: 'AAAA' } },
  ],
  [
    { type: 'image', data: new Uint8Array([1, 2]), mimeType: 'image/png' },
    { source: { type: 'base64', data: 'AQI=' } },
  ],
  [
    { type: 'file', url: 'https://x.org/a.pdf' },
    { mediaType: 'application/*', source: { type: 'url' } },
  ],
  [{ type: 'file', fileId: 'file-1' }, { source: { type: 'id', id: 'file-1', format: 'langchain' } }],
  [
    { type: 'text-plain', text: 'words', title: 'a.txt' },
    { name: 'a.txt', source: { type: 'text', text: 'words' } },
  ],
  [
    { type: 'audio', source_type: 'base64', data: 'AAAA', mime_type: 'audio/wav' },
    { mediaType: 'audio/wav' },
  ],
  [{ type: 'image', source_type: 'id', id: 'file-1' }, { source: { type: 'id', id: 'file-1' } }],
  [
    { type: 'image_url', image_url: { url: 'https://x.org/a.png' } },
    { source: { type: 'url', url: 'https://x.org/a.png' } },
  ],
  [
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { mediaType: 'image/png' },
  ],
  [{ type: 'media', mimeType: 'application/pdf', data: 'AAAA' }, { mediaType: 'application/pdf' }],
]

test.each(files)('%j is a file', (block, file) => {
  const { session } = fromLangChain([{ type: 'human', content: [block] }])
  expect(session.event(0).parts).toMatchObject([{ kind: 'file', ...file }])
})
