import { type Fields, isFields } from '../shape.ts'

const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const maps = ['properties', '$defs', 'definitions', 'patternProperties']
const single = ['items', 'additionalProperties', 'not', 'if', 'then', 'else']

interface Visit {
  readonly node: unknown
  readonly pointer: string
  /** References followed since the last optional property, to detect cycles. */
  readonly within: readonly string[]
}

/** Returns the first `$ref` that the API rejects (rule G11): without target, with sibling keywords, or in a cycle. */
export const firstRejectedReference = (root: unknown): string | undefined => {
  const pending: Visit[] = [{ node: root, pointer: '#', within: ['#'] }]
  const seen = new Map<unknown, Set<string>>()
  for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
    const { node, pointer, within } = visit
    if (!isFields(node)) continue
    const ways = seen.get(node) ?? new Set()
    seen.set(node, ways)
    const way = within.join(' ')
    if (ways.has(way)) continue
    ways.add(way)
    if (node.$ref !== undefined) {
      const { $ref: reference } = node
      if (typeof reference !== 'string' || schemaAtReference(root, reference) === undefined)
        return `${pointer}: reference to nothing`
      if (Object.keys(node).some(key => !key.startsWith('$')))
        return `${pointer}: no other properties may be set beside $ref`
      if (within.includes(reference)) return `${pointer}: cyclic reference in a required property`
      pending.push({
        node: schemaAtReference(root, reference),
        pointer: reference,
        within: [...within, reference],
      })
    }
    for (const child of innerSchemas(node, pointer, within)) pending.push(child)
  }
  return undefined
}

const schemaAtReference = (root: unknown, reference: string): unknown => {
  if (!reference.startsWith('#')) return undefined
  let node: unknown = root
  for (const step of reference.slice(1).split('/')) {
    if (step === '') continue
    node = isFields(node) && Object.hasOwn(node, step) ? node[step] : undefined
  }
  return isFields(node) ? node : undefined
}

const innerSchemas = (node: Fields, pointer: string, within: readonly string[]): Visit[] => {
  const required: readonly unknown[] = Array.isArray(node.required) ? node.required : []
  const found: Visit[] = []
  for (const key of maps) {
    const map = node[key]
    if (!isFields(map)) continue
    for (const [name, child] of Object.entries(map)) {
      // A definition that is checked separately begins a new path, which contains only that definition.
      const path = key === 'properties' ? (required.includes(name) ? within : []) : [`#/${key}/${name}`]
      found.push({ node: child, pointer: `${pointer}/${key}/${name}`, within: path })
    }
  }
  for (const key of lists) {
    const list: unknown = node[key]
    if (!Array.isArray(list)) continue
    for (const [at, child] of list.entries())
      found.push({ node: child as unknown, pointer: `${pointer}/${key}/${at}`, within })
  }
  for (const key of single) found.push({ node: node[key], pointer: `${pointer}/${key}`, within })
  return found
}
