import { Path } from '../form/path.ts'
import type { JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import { frozenCopy } from './frozen-copy.ts'

/** View of a state for a function of the program, with the keys that the function has read so far. */
export interface ReadView {
  readonly state: State
  readonly reads: ReadonlySet<string>
}

/** Returns a read-only view of a state that records which keys are read. Values are frozen copies. */
export function readRecordingView(state: State): ReadView {
  const reads = new Set<string>()
  const copies = new Map<string, JsonValue>()
  const read = (key: string | symbol): JsonValue | undefined => {
    if (typeof key !== 'string' || !Object.hasOwn(state, key)) return undefined
    reads.add(key)
    if (!copies.has(key)) copies.set(key, frozenCopy(state[key] as JsonValue))
    return copies.get(key)
  }
  const refuse = (): never => {
    throw Path.named('a state').wrong('is not changed in place', {
      help: 'return the value, or use another step',
    })
  }
  const view = new Proxy<Record<string, JsonValue>>(Object.create(null), {
    get: (_, key) => read(key),
    has: (_, key) => read(key) !== undefined,
    // The keys are sorted, because their original order reflects the history of the state, on which no function should
    // depend.
    ownKeys: () => Object.keys(state).sort(),
    getOwnPropertyDescriptor: (_, key) => {
      const value = read(key)
      return value === undefined ? value : { value, enumerable: true, configurable: true, writable: false }
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  })
  return { state: view, reads }
}
