import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'
import { rankFile } from './rank-file.ts'

const encoding = 'o200k_base'

export const microsoft: Library = {
  name: 'ms tiktokenizer',
  short: 'ms',
  kind: 'JavaScript',
  async load() {
    const { default: peer } = await importPeer('@microsoft/tiktokenizer')
    const special = peer.getSpecialTokensByEncoder(encoding)
    const tokenizer = peer.createTokenizer(rankFile(), special, peer.getRegexByEncoder(encoding))
    return text => tokenizer.encode(text).length // without allowed ones, special tokens are text
  },
}
