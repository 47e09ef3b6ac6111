import { createRequire } from 'node:module'
import type { Library } from './library.ts'

export const tiktokenRs: Library = {
  name: 'tiktoken-rs-node',
  short: 'rs-node',
  kind: 'native',
  optional: true,
  async load() {
    const peer = createRequire(import.meta.url)('tiktoken-rs-node-linux-x64-gnu') // importing an addon warns
    const tokenizer = peer.getEncoding('o200k_base')
    // it has no flag: special tokens are always special, so no corpus holds one
    return text => tokenizer.encode(text).length
  },
}
