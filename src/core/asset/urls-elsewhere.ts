import type { Asset, assetURL as onNode } from './urls.ts'

const here = import.meta.url

/**
 * Returns the address of a data file in builds that are not for a Node server. Build tools follow only addresses that
 * are written out, so they do not copy the file.
 */
export const assetURL: typeof onNode = (asset: Asset) => new URL(asset, here)
