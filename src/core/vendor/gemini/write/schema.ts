import { isObject } from '../../../ir/json.ts'
import { modernizeSchema } from '../../../schema/reshape/modern.ts'
import { nodeWithoutKeywords, type ReshapeStep, reshape } from '../../../schema/reshape/reshape.ts'
import { recursiveReferences, resolveReference } from '../../../target/references.ts'
import { copyJson } from '../../../text/well-formed.ts'

type Node = Record<string, unknown>

/** JSON Schema keywords that the API enforces (rule G11). The API accepts any other keyword, but ignores it. */
const enforced: ReadonlySet<string> = new Set(
  (
    '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum ' +
    'anyOf oneOf properties additionalProperties required propertyOrdering'
  ).split(' '),
)

/** Keywords that only describe a value, so that nothing is lost if the API ignores them. */
const remarks: ReadonlySet<string> = new Set(
  '$schema $comment $vocabulary default examples example deprecated readOnly writeOnly definitions'.split(
    ' ',
  ),
)

const listKeys = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const mapKeys = ['properties', '$defs', 'definitions', 'patternProperties'] as const
const nodeKeys = ['items', 'additionalProperties', 'not', 'if', 'then', 'else'] as const

/** Schema that the API accepts, and the constraints of the original that the API does not enforce. */
export interface LegalSchema {
  readonly schema: Node
  /** Lost constraints, each as `pointer keyword`. */
  readonly lost: readonly string[]
}

/** Yields the pointers of references that the API refuses, each with the reason. Nodes are visited at any depth. */
export function* badReferences(
  root: Node,
): Generator<{ readonly node: Node; readonly pointer: string; readonly why: string }> {
  const recursive = recursiveReferences(root)
  const pending: { node: Node; pointer: string; optional: boolean }[] = [
    { node: root, pointer: '#', optional: false },
  ]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, pointer, optional } = next
    const { $ref } = node
    if ($ref !== undefined) {
      if (typeof $ref !== 'string' || !isResolvable(root, $ref))
        yield { node, pointer, why: '$ref to elsewhere' }
      else if (recursive.has($ref) && !optional) yield { node, pointer, why: '$ref to itself' }
      else if (Object.keys(node).some(key => !key.startsWith('$')))
        yield { node, pointer, why: 'keywords beside $ref' }
    }
    for (const child of childrenOf(node, pointer, optional)) pending.push(child)
  }
}

function childrenOf(
  node: Node,
  pointer: string,
  optional: boolean,
): { node: Node; pointer: string; optional: boolean }[] {
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : []
  const found: { node: Node; pointer: string; optional: boolean }[] = []
  const addChild = (child: unknown, path: string, loose: boolean): void => {
    if (isObject(child)) found.push({ node: child, pointer: `${pointer}/${path}`, optional: loose })
  }
  for (const key of mapKeys) {
    const map = node[key]
    if (!isObject(map)) continue
    // A definition is visited once for each reference to it.
    for (const [name, child] of Object.entries(map))
      addChild(child, `${key}/${name}`, key === 'properties' ? optional || !required.includes(name) : false)
  }
  for (const key of listKeys) {
    const list = node[key]
    if (Array.isArray(list))
      for (const [index, child] of list.entries()) addChild(child, `${key}/${index}`, optional)
  }
  for (const key of nodeKeys) addChild(node[key], key, optional)
  return found
}

/** Whether a reference leads to a definition in the same schema. */
const isResolvable = (root: Node, reference: string): boolean => isObject(resolveReference(root, reference))

/**
 * Returns a copy of a schema that the API accepts: definitions are under `$defs`, and refused references are removed.
 */
export function legalSchema(given: Node): LegalSchema {
  const reshaped = reshape(given, [modernizeSchema, constToEnum])
  const schema = renameDefinitions(copyJson(reshaped.schema)) as Node
  const lost: string[] = [...reshaped.lost]
  for (const { node, pointer, why } of [...badReferences(schema)]) {
    lost.push(`${pointer} ${why}`)
    if (why !== 'keywords beside $ref') delete node.$ref
    else for (const key of Object.keys(node)) if (!key.startsWith('$')) delete node[key]
  }
  for (const keyword of ignoredKeywords(schema)) lost.push(keyword)
  return { schema, lost }
}

/** Rewrites `const` as `enum`, because the API ignores `const`. Source: @ai-sdk/google, which does the same. */
const constToEnum: ReshapeStep = node =>
  node.const !== undefined && node.enum === undefined
    ? { ...nodeWithoutKeywords(node, ['const']), enum: [node.const] }
    : node

/** Returns the keywords of a schema that the API accepts but ignores. */
function ignoredKeywords(schema: Node): string[] {
  const found: string[] = []
  const pending = [{ node: schema, pointer: '#', optional: false }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const key of Object.keys(next.node))
      if (!enforced.has(key) && !remarks.has(key)) found.push(`${next.pointer} ${key}`)
    for (const child of childrenOf(next.node, next.pointer, false)) pending.push(child)
  }
  return found
}

/** Renames `definitions`, which older schemas use, to `$defs`, and updates the references. */
function renameDefinitions(schema: Node): Node {
  if (!isObject(schema.definitions) || schema.$defs !== undefined) return schema
  const { definitions, ...rest } = schema
  const moved: Node = { ...rest, $defs: definitions }
  const pending: unknown[] = [moved]
  for (let node = pending.pop(); pending.length > 0 || node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (isObject(node) && typeof node.$ref === 'string')
      node.$ref = node.$ref.replace(/^#\/definitions\//, '#/$defs/')
    for (const child of Object.values(node)) pending.push(child)
  }
  return moved
}
