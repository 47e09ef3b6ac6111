import { isObject } from '../../ir/json.ts'
import { nodeWithoutKeywords, type Reshaped, reshape, type SchemaNode } from '../../schema/reshape/reshape.ts'
import { toJson } from '../../text/json.ts'
import { resolveReference } from '../references.ts'

/**
 * Drops references that lead to no schema, because every provider refuses them. A reference to a name (`$anchor`,
 * `$id`) is kept if the schema declares any names.
 */
export function withoutDangling(schema: SchemaNode): Reshaped {
  const text = toJson(schema)
  if (!text.includes('"$ref"')) return { schema, lost: [] }
  const hasNames = /"\$(?:anchor|dynamicAnchor|id)"/.test(text)
  return reshape(schema, [
    (node, say) => {
      const { $ref } = node
      if ($ref === undefined || (typeof $ref === 'string' && pointsToSchema(schema, $ref, hasNames)))
        return node
      say('$ref to elsewhere')
      return nodeWithoutKeywords(node, ['$ref'])
    },
  ])
}

function pointsToSchema(root: SchemaNode, reference: string, hasNames: boolean): boolean {
  const isPointer = reference === '#' || reference.startsWith('#/')
  if (!isPointer && hasNames) return true
  const found = resolveReference(root, reference)
  return isObject(found) || typeof found === 'boolean'
}
