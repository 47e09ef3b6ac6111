import { isObject } from '../../ir/json.ts'

/** Schema node that is still to be examined. */
export interface FoundNode {
  readonly node: Record<string, unknown>
  readonly pointer: string
  readonly level: number
  readonly depth: number
}

const branchKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const

/** Keywords that contain definitions by name. */
export const definitionKeys = ['$defs', 'definitions'] as const

/** Whether a node describes objects. */
export const isObjectType = ({ type, properties }: Record<string, unknown>): boolean =>
  type === 'object' || (Array.isArray(type) && type.includes('object')) || isObject(properties)

/** Returns the child schemas of a node, in reading order. */
export function childrenOf({ node, pointer, level, depth }: FoundNode): FoundNode[] {
  const found: FoundNode[] = []
  const addChild = (child: unknown, key: string, deeper: number): void => {
    if (isObject(child))
      found.push({ node: child, pointer: `${pointer}/${key}`, level: level + deeper, depth: depth + 1 })
  }
  if (isObjectType(node) && isObject(node.properties))
    for (const name of Object.keys(node.properties)) addChild(node.properties[name], `properties/${name}`, 1)
  addChild(node.items, 'items', 1)
  for (const key of branchKeys) {
    const branches = node[key]
    if (Array.isArray(branches))
      for (const [index, branch] of branches.entries()) addChild(branch, `${key}/${index}`, 0)
  }
  for (const key of definitionKeys) {
    const defined = node[key]
    if (isObject(defined))
      for (const name of Object.keys(defined)) addChild(defined[name], `${key}/${name}`, 0)
  }
  return found
}
