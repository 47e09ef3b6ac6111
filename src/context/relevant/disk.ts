import { readAsset } from '../../text/read-asset.ts'
import { WordVectors } from './word-vectors.ts'

let loaded: WordVectors | null = null
let looked = false

/** The vectors that lie beside this module, read once; null where there is no disk: ranking goes by words alone then. */
export function vectorsOnDisk(): WordVectors | null {
  if (looked) return loaded
  looked = true
  try {
    loaded = new WordVectors(readAsset('word-vectors.bin', import.meta.url))
  } catch {
    loaded = null
  }
  return loaded
}
