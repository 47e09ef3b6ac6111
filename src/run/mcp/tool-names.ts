import { transferName } from '../../core/ir/call.ts'
import { digest } from '../../core/text/digest.ts'

/** Maximum number of characters in a name that every provider accepts. */
const longest = 64

/** Names of tools that ctxc itself declares. */
const reserved: ReadonlySet<string> = new Set([transferName, 'expand'])

/** Returns a text with only the characters that every provider accepts in a name, and no underscore at either end. */
function clean(text: string): string {
  const letters = text.replace(/[^A-Za-z0-9_-]+/g, '_')
  let [from, to] = [0, letters.length]
  while (letters[from] === '_') from++
  while (to > from && letters[to - 1] === '_') to--
  return letters.slice(from, to)
}

/** Digest at the end of a changed name. A tool whose own name ends like this could pass for another tool. */
const likeDigest = /_[0-9a-f]{8}$/

/**
 * Returns the prefix of all tool names of a server. No two servers share one, and no prefix contains the separator
 * `__`.
 */
function prefixOf(server: string): string {
  const cleaned = clean(server)
  const isItself = cleaned === server && !server.includes('__') && !likeDigest.test(server)
  return isItself ? server : `${cleaned.replace(/_{2,}/g, '_') || 'mcp'}_${digest(server).slice(0, 8)}`
}

/**
 * Returns a name for each tool of a server: the server's name, two underscores, the tool's name, in characters that
 * every provider accepts. A changed name, or a name that two tools would share, ends with a digest of the tool's own
 * name, so that it does not depend on the other tools.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const prefix = prefixOf(server)
  const plain = tools.map(tool => `${prefix}__${clean(tool)}`)
  return tools.map((tool, index) => {
    const name = plain[index] as string
    const isPlain = clean(tool) === tool && tool !== '' && !likeDigest.test(tool)
    const isItself = isPlain && name.length <= longest && !reserved.has(name)
    // A tool whose name needed no change keeps it; further tools with an equal name get a digest.
    if (isItself && tools.indexOf(tool) === index) return name
    const suffix = `_${digest(`${server}\n${tool}\n${tools.slice(0, index).filter(each => each === tool).length}`).slice(0, 8)}`
    return name.slice(0, longest - suffix.length) + suffix
  })
}
