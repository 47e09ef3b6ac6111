// A store that stops working at one append, as if its process died.
import type { Store } from '../../store/index.ts'

export class Crash extends Error {}

/** Failure of a store at one append: before anything was written, or after. */
interface Fault {
  readonly at: number
  readonly when: 'before' | 'after'
}

/** A store over another one that stops working at one append. */
export function failing(store: Store, { at, when }: Fault): Store & { readonly appends: number } {
  let appends = 0
  let isDead = false
  const alive = (): void => {
    if (isDead) throw new Crash('the process is dead')
  }
  return {
    ...proxied(store),
    get appends() {
      return appends
    },
    async read(...given) {
      alive()
      return store.read(...given)
    },
    async append(...given) {
      alive()
      const isLast = ++appends === at
      if (isLast) isDead = true
      if (isLast && when === 'before') throw new Crash('died before the append')
      const revision = await store.append(...given)
      if (isLast) throw new Crash('died after the append')
      return revision
    },
  }
}

const proxied = (store: Store): Store => ({
  read: (...given) => store.read(...given),
  append: (...given) => store.append(...given),
  list: (...given) => store.list(...given),
  due: (...given) => store.due(...given),
  scopes: (...given) => store.scopes(...given),
  fork: (...given) => store.fork(...given),
  delete: (...given) => store.delete(...given),
  deleteOwner: (...given) => store.deleteOwner(...given),
  close: () => store.close(),
})
