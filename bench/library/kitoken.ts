import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Library } from './library.ts'
import { rankFile } from './rank-file.ts'

export const kitoken: Library = {
  name: 'kitoken',
  short: 'kit',
  kind: 'WASM',
  async load() {
    const { Kitoken } = createRequire(import.meta.url)('kitoken/node')
    const tokenizer = Kitoken.from_tiktoken(readFileSync(rankFile()))
    return text => tokenizer.encode(text, false).length // false: special tokens are text
  },
}
