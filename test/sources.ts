import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entries, root } from '../scripts/entries.ts'

/** Sources of the entries: tests that import `ctxc` get them, not dist. */
const sources = new Map(entries.map(({ id, source }) => [id, pathToFileURL(join(root, source)).href]))

registerHooks({
  resolve: (specifier, context, next) => {
    const url = sources.get(specifier)
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true }
  },
})
