import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'

export const tiktoken: Library = {
  name: 'tiktoken',
  short: 'wasm',
  kind: 'WASM',
  async load() {
    const { get_encoding: getEncoding } = await importPeer('tiktoken')
    const tokenizer = getEncoding('o200k_base')
    return text => tokenizer.encode_ordinary(text).length
  },
}
