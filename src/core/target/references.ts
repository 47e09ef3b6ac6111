import { isObject } from '../ir/json.ts'

/** Reference in a JSON Schema, with its definition, which is searched for further references. */
interface Followed {
  readonly reference: string
  readonly next: Iterator<string>
}

/**
 * Returns one reference of each cycle in a JSON Schema, that is, a reference that leads back to itself. `#` is always
 * included.
 */
export function recursiveReferences(root: unknown): ReadonlySet<string> {
  const recursive = new Set(['#'])
  const done = new Set<string>()
  for (const start of referencesIn(root)) {
    const open = new Set<string>()
    const path: Followed[] = []
    const followReference = (reference: string): void => {
      if (open.has(reference)) recursive.add(reference)
      if (open.has(reference) || done.has(reference)) return
      open.add(reference)
      path.push({ reference, next: referencesIn(resolveReference(root, reference)) })
    }
    followReference(start)
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const { value, done: exhausted } = last.next.next()
      if (!exhausted) {
        followReference(value)
        continue
      }
      open.delete(last.reference)
      done.add(last.reference)
      path.pop()
    }
  }
  return recursive
}

/** Returns the value in a document to which one of its references points; undefined if there is none. */
export function resolveReference(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = reference.slice(1).split('/').filter(Boolean)
  return steps.reduce<unknown>(
    (node, step) => valueAtStep(node, step) ?? valueAtStep(node, unescapePointerStep(step)),
    root,
  )
}

function valueAtStep(node: unknown, step: string): unknown {
  if (Array.isArray(node)) return node[Number(step)]
  return isObject(node) && Object.hasOwn(node, step) ? node[step] : undefined
}

/** Returns a step of a JSON Pointer with the escapes of URIs (`%25`) and of JSON Pointers (`~1`, `~0`) resolved. */
function unescapePointerStep(step: string): string {
  const text = /%[0-9a-f]{2}/i.test(step) ? decodeUriStep(step) : step
  return text.replaceAll('~1', '/').replaceAll('~0', '~')
}

function decodeUriStep(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function* referencesIn(schema: unknown): Generator<string> {
  const pending = [schema]
  for (let node = pending.pop(); pending.length > 0 || node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue
    if (isObject(node) && typeof node.$ref === 'string') yield node.$ref
    for (const child of Object.values(node)) pending.push(child)
  }
}
