import { readAsset } from '../../asset/read-asset.ts'
import { WordVectors } from './word-vectors.ts'

let loaded: WordVectors | null = null
let looked = false

/**
 * Returns the word vectors from the package's file, which is read only once. Returns null if no disk is available; the
 * ranking then uses words alone.
 */
export function vectorsOnDisk(): WordVectors | null {
  if (looked) return loaded
  looked = true
  try {
    loaded = new WordVectors(readAsset('word-vectors.bin'))
  } catch {
    loaded = null
  }
  return loaded
}
