import { transferName } from '../../core/ir/call.ts'
import { digest } from '../../core/text/digest.ts'

/** Most characters of a name, which every provider takes. */
const longest = 64

/** Names of tools that ctxc itself declares. */
const reserved: ReadonlySet<string> = new Set([transferName, 'expand'])

/** Returns a text with the signs that every provider takes in a name, and without underscores at its ends. */
function clean(text: string): string {
  const letters = text.replace(/[^A-Za-z0-9_-]+/g, '_')
  let [from, to] = [0, letters.length]
  while (letters[from] === '_') from++
  while (to > from && letters[to - 1] === '_') to--
  return letters.slice(from, to)
}

/** End of a name that was changed: a tool whose own name ends so could pass for another one. */
const likeDigest = /_[0-9a-f]{8}$/

/** Returns the beginning of all names of a server. No two servers share one, and no other `__` comes before the tool's name. */
function prefixOf(server: string): string {
  const cleaned = clean(server)
  const isItself = cleaned === server && !server.includes('__') && !likeDigest.test(server)
  return isItself ? server : `${cleaned.replace(/_{2,}/g, '_') || 'mcp'}_${digest(server).slice(0, 8)}`
}

/**
 * Returns a name for each tool of a server: the server's name, two underscores, the tool's name, as every provider takes it.
 * A name that had to be changed, or that two tools would have, ends with a digest of the tool's own name, so that it stays
 * the same whatever other tools there are.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const prefix = prefixOf(server)
  const plain = tools.map(tool => `${prefix}__${clean(tool)}`)
  return tools.map((tool, index) => {
    const name = plain[index] as string
    const isPlain = clean(tool) === tool && tool !== '' && !likeDigest.test(tool)
    const isItself = isPlain && name.length <= longest && !reserved.has(name)
    // A tool that has its own name keeps it; others with an equal one get a digest.
    if (isItself && tools.indexOf(tool) === index) return name
    const suffix = `_${digest(`${server}\n${tool}\n${tools.slice(0, index).filter(each => each === tool).length}`).slice(0, 8)}`
    return name.slice(0, longest - suffix.length) + suffix
  })
}
