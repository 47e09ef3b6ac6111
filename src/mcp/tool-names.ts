import { transferName } from '../ir/transfer.ts'
import { digest } from '../text/digest.ts'

/** Most characters of a name, which every provider takes. */
const longest = 64

/** Names of tools that ctxc itself declares. */
const reserved: ReadonlySet<string> = new Set([transferName, 'expand'])

const clean = (text: string): string => text.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '')

/**
 * Returns a name for each tool of a server: the server's name, two underscores, the tool's name, as every provider takes it.
 * A name that had to be changed, or that two tools would have, ends with a digest of the tool's own name, so that it stays
 * the same whatever other tools there are.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const prefix = clean(server) || 'mcp'
  const plain = tools.map(tool => `${prefix}__${clean(tool)}`)
  return tools.map((tool, index) => {
    const name = plain[index] as string
    const isItself = clean(tool) === tool && tool !== '' && name.length <= longest && !reserved.has(name)
    // A tool that has its own name keeps it; others with an equal one get a digest.
    if (isItself && tools.indexOf(tool) === index) return name
    const suffix = `_${digest(`${server}\n${tool}\n${tools.slice(0, index).filter(each => each === tool).length}`).slice(0, 8)}`
    return name.slice(0, longest - suffix.length) + suffix
  })
}
