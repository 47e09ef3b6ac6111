import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'

export const aiTokenizer: Library = {
  name: 'ai-tokenizer',
  short: 'ai-tok',
  kind: 'JavaScript',
  async load() {
    const { Tokenizer } = await importPeer('ai-tokenizer')
    const tokenizer = new Tokenizer(await importPeer('ai-tokenizer/encoding/o200k_base'))
    // count() throws at the name of a special token; 'all' takes it for text, and skips the search for it
    return text => tokenizer.encode(text, 'all').length
  },
}
