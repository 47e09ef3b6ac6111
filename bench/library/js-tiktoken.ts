import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'

export const jsTiktoken: Library = {
  name: 'js-tiktoken',
  short: 'js-tik',
  kind: 'JavaScript',
  async load() {
    const { Tiktoken } = await importPeer('js-tiktoken/lite') // loads faster than the full build
    const { default: ranks } = await importPeer('js-tiktoken/ranks/o200k_base')
    const tokenizer = new Tiktoken(ranks)
    return text => tokenizer.encode(text, [], []).length // none allowed, none refused: text
  },
}
