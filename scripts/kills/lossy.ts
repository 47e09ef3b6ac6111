import type { Store } from '../../src/run/store/index.ts'

/** Milliseconds between the acknowledgement of an append and its write. */
const lateMs = 20

/**
 * Returns a store that acknowledges an append before it writes it: a kill loses the last one. The checks must see that.
 * It is for stores that write before they return a promise, as `sqliteStore` does.
 */
export function lossy(store: Store): Store {
  let pending: (() => unknown) | null = null
  const flush = (): void => {
    const write = pending
    pending = null
    write?.()
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'append')
        return async (...[key, write]: Parameters<Store['append']>) => {
          flush()
          // The lease may be released before the write.
          pending = () => store.append(key, { ...write, fence: undefined })
          setTimeout(flush, lateMs)
          return write.expectedRevision + write.events.length
        }
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        flush()
        return value.apply(target, given)
      }
    },
  })
}
