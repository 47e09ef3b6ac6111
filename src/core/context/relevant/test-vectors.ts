import { dimensions, WordVectors } from './word-vectors.ts'

/**
 * Returns word vectors for tests. Each word gets a vector with equal components on the axes that are listed for the
 * word.
 */
export function testVectors(words: Readonly<Record<string, readonly number[]>>): WordVectors {
  const text = new TextEncoder().encode(Object.keys(words).join('\n'))
  const rows = Object.values(words).map(axes => {
    const row = new Int8Array(1 + dimensions)
    row[0] = 20
    for (const axis of axes) row[1 + axis] = 127
    return row
  })
  const length = new Uint8Array(new Uint32Array([text.length]).buffer)
  return new WordVectors(Uint8Array.from([...length, ...text, ...rows.flatMap(row => [...row])]))
}
