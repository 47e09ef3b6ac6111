import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'

export const gptTokenizer: Library = {
  name: 'gpt-tokenizer',
  short: 'gpt-tok',
  kind: 'JavaScript',
  async load() {
    const { countTokens } = await importPeer('gpt-tokenizer/encoding/o200k_base')
    const options = { disallowedSpecial: new Set() } // else the name of a special token throws
    return text => countTokens(text, options)
  },
}
