import type { Asset, assetURL as onNode } from './urls.ts'

const here = import.meta.url

/**
 * Returns the address of a data file in builds that are not for a Node server. Build tools only copy files whose
 * address is written out in full. This address is not, so the file is not copied.
 */
export const assetURL: typeof onNode = (asset: Asset) => new URL(asset, here)
