import { importPeer } from './import-peer.ts'
import type { Library } from './library.ts'

export const ctxc: Library = {
  name: 'ctxc/count',
  short: 'ctxc',
  kind: 'ours',
  async load() {
    // what users get, not the sources
    const { count } = await importPeer(new URL('../../dist/count.js', import.meta.url).href)
    return text => count(text)
  },
}
