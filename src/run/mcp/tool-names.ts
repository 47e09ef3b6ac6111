import { transferName } from '../../core/ir/call.ts'
import { digest } from '../../core/text/digest.ts'

/** Maximum length of a tool name that every provider accepts. */
const longest = 64

/** Names of tools that ctxc declares itself. */
const reserved: ReadonlySet<string> = new Set([transferName, 'expand'])

/** Replaces the characters that some provider rejects in a name, and removes underscores at both ends. */
function cleanName(text: string): string {
  const letters = text.replace(/[^A-Za-z0-9_-]+/g, '_')
  let [from, to] = [0, letters.length]
  while (letters[from] === '_') from++
  while (to > from && letters[to - 1] === '_') to--
  return letters.slice(from, to)
}

/** Form of the digest that ends a changed name. Original names of this form are changed too, against confusion. */
const likeDigest = /_[0-9a-f]{8}$/

/**
 * Returns the prefix of all tool names of a server. Each server has its own prefix, and no prefix contains the
 * separator `__`.
 */
function serverPrefix(server: string): string {
  const cleaned = cleanName(server)
  const isItself = cleaned === server && !server.includes('__') && !likeDigest.test(server)
  return isItself ? server : `${cleaned.replace(/_{2,}/g, '_') || 'mcp'}_${digest(server).slice(0, 8)}`
}

/**
 * Returns a name for each tool of a server: the server's name, two underscores and the tool's name, in characters that
 * every provider accepts. A changed name, or a name that two tools would share, ends with a digest of the tool's own
 * name. So the name does not depend on the server's other tools.
 */
export function nameTools(server: string, tools: readonly string[]): readonly string[] {
  const prefix = serverPrefix(server)
  const plain = tools.map(tool => `${prefix}__${cleanName(tool)}`)
  return tools.map((tool, index) => {
    const name = plain[index] as string
    const isPlain = cleanName(tool) === tool && tool !== '' && !likeDigest.test(tool)
    const isItself = isPlain && name.length <= longest && !reserved.has(name)
    // A valid name is kept. If the server lists this name again, the later tools get a digest.
    if (isItself && tools.indexOf(tool) === index) return name
    const suffix = `_${digest(`${server}\n${tool}\n${tools.slice(0, index).filter(each => each === tool).length}`).slice(0, 8)}`
    return name.slice(0, longest - suffix.length) + suffix
  })
}
