import { readAsset } from '../../asset/read-asset.ts'
import { WordVectors } from './word-vectors.ts'

let loaded: WordVectors | null = null
let looked = false

/**
 * Returns the vectors in the package's file, read once; null without a disk, and ranking then uses words
 * alone.
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
