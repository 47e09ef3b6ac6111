import type { JsonValue } from '../../core/ir/json.ts'
import { keyText, type SessionKey } from '../../core/session/owner.ts'

/**
 * Carries messages about sessions between processes: parts of answers that are not stored yet, and notices that
 * something was stored. Messages may get lost, because everything that matters is in the store.
 */
export interface Relay {
  /** Sends a message to the listeners of a session in all processes. They include those in this process. */
  publish(key: SessionKey, message: JsonValue): void
  /** Calls a function with each message about a session. Returns a function that ends the calls. */
  subscribe(key: SessionKey, listener: (message: JsonValue) => void): () => void
}

/**
 * Returns a relay between the runners of this process.
 *
 * @example
 * import { inMemoryRelay } from 'ctxc/store'
 *
 * const relay = inMemoryRelay()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * relay.subscribe(key, message => console.log(message))
 * relay.publish(key, 'hello') // hello
 */
export function inMemoryRelay(): Relay {
  const listeners = new Map<string, Set<(message: JsonValue) => void>>()
  return {
    publish(key, message) {
      for (const listener of [...(listeners.get(keyText(key)) ?? [])]) listener(message)
    },
    subscribe(key, listener) {
      const name = keyText(key)
      const all = listeners.get(name) ?? new Set()
      listeners.set(name, all)
      // Each subscription counts, even of one function.
      const own = (message: JsonValue): void => listener(message)
      all.add(own)
      return () => {
        all.delete(own)
        if (all.size === 0 && listeners.get(name) === all) listeners.delete(name)
      }
    },
  }
}
