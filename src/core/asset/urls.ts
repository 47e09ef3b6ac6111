/**
 * Addresses of the data files. Each is written out in full, because a build tool that finds such a line copies the file
 * and inserts the file's new address here. This module is imported only under Node's conditions (`imports` in
 * package.json), because a web page would otherwise include the data files.
 */
const urls = {
  'o200k_base.bin': () => new URL('./o200k_base.bin', import.meta.url),
  'cl100k_base.bin': () => new URL('./cl100k_base.bin', import.meta.url),
  'word-vectors.bin': () => new URL('./word-vectors.bin', import.meta.url),
}

/** Name of a data file of the package. */
export type Asset = keyof typeof urls

/** Returns the address of a data file. Throws if the running code has no address, as in CommonJS. */
export const assetURL = (asset: Asset): URL => urls[asset]()
