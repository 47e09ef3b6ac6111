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
  const readRecorded = (key: string | symbol): JsonValue | undefined => {
    if (typeof key !== 'string' || !Object.hasOwn(state, key)) return undefined
    reads.add(key)
    if (!copies.has(key)) copies.set(key, frozenCopy(state[key] as JsonValue))
    return copies.get(key)
  }
  const rejectAssignment = (): never => {
    throw Path.named('a state').wrong('is not changed in place', {
      help: 'return the value, or use another step',
    })
  }
  const view = new Proxy<Record<string, JsonValue>>(Object.create(null), {
    get: (_, key) => readRecorded(key),
    has: (_, key) => readRecorded(key) !== undefined,
    // The keys are sorted, because their original order reflects the history of the state, on which no function should
    // depend.
    ownKeys: () => Object.keys(state).sort(),
    getOwnPropertyDescriptor: (_, key) => {
      const value = readRecorded(key)
      return value === undefined ? value : { value, enumerable: true, configurable: true, writable: false }
    },
    set: rejectAssignment,
    defineProperty: rejectAssignment,
    deleteProperty: rejectAssignment,
    setPrototypeOf: rejectAssignment,
    preventExtensions: rejectAssignment,
  })
  return { state: view, reads }
}
