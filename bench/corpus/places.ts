import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Packages to take text from: the root's, then those of this folder. */
export const packages = [join(root, 'node_modules'), join(root, 'bench/node_modules')]

/** Recorded text; not everyone has it. */
export const data = join(root, '../shared/data')
