import type { Asset, assetURL as onNode } from './urls.ts'

const here = import.meta.url

/**
 * Returns the address of a data file where no server of Node is built. No build tool follows a name that is not written
 * out.
 */
export const assetURL: typeof onNode = (asset: Asset) => new URL(asset, here)
