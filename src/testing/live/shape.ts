/** Text in the model's context. */
export interface FakeEntry {
  readonly role: string
  readonly text: string
  readonly id?: string
}

/** Fault of a value in a client's frame. */
export interface Problem {
  readonly kind: 'unknown' | 'missing' | 'type' | 'value'
  readonly path: string
  readonly expected: string
}

/** Function that checks the shape of a value at a path; returns the fault, or undefined if there is none. */
export type ShapeReader = (value: unknown, path: string) => Problem | undefined

/** JSON object of a realtime frame. */
export type Json = Readonly<Record<string, unknown>>

/** Whether a value is a JSON object. */
export const isWireObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const joinPath = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)
const typeProblem = (path: string, expected: string): Problem => ({ kind: 'type', path, expected })

export const acceptAnything: ShapeReader = () => undefined
export const wireString: ShapeReader = (v, p) =>
  typeof v === 'string' ? undefined : typeProblem(p, 'a string')
export const boolean: ShapeReader = (v, p) =>
  typeof v === 'boolean' ? undefined : typeProblem(p, 'a boolean')
export const wireNumber: ShapeReader = (v, p) =>
  typeof v === 'number' && Number.isFinite(v) ? undefined : typeProblem(p, 'a number')
export const wireRecord: ShapeReader = (v, p) => (isWireObject(v) ? undefined : typeProblem(p, 'an object'))

/** Returns a shape check that also accepts null. */
export const nullable =
  (shape: ShapeReader): ShapeReader =>
  (v, p) =>
    v === null ? undefined : shape(v, p)

/** Returns a shape check that accepts one of several strings. */
export const wireOneOf =
  (...values: readonly string[]): ShapeReader =>
  (v, p) =>
    typeof v === 'string' && values.includes(v)
      ? undefined
      : { kind: 'value', path: p, expected: values.map(value => `'${value}'`).join(', ') }

/** Returns the shape check of a list. */
export const wireList =
  (item: ShapeReader): ShapeReader =>
  (v, p) => {
    if (!Array.isArray(v)) return typeProblem(p, 'an array')
    for (const [i, x] of v.entries()) {
      const problem = item(x, `${p}[${i}]`)
      if (problem) return problem
    }
    return undefined
  }

/** Returns the shape check of an object that has only these fields. Fields listed in `required` must be present. */
export const wireObject =
  (fields: Readonly<Record<string, ShapeReader>>, required: readonly string[] = []): ShapeReader =>
  (v, p) => {
    if (!isWireObject(v)) return typeProblem(p, 'an object')
    for (const key of Object.keys(v)) {
      if (!Object.hasOwn(fields, key))
        return { kind: 'unknown', path: joinPath(p, key), expected: 'no such field' }
      const problem = fields[key]!(v[key], joinPath(p, key))
      if (problem) return problem
    }
    const absent = required.find(key => !Object.hasOwn(v, key))
    return absent === undefined
      ? undefined
      : { kind: 'missing', path: joinPath(p, absent), expected: 'a required field' }
  }
