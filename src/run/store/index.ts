export type { Owner, SessionKey } from '../../core/session/owner.ts'
export { checkedStore } from './checked-store.ts'
export { type Conflict, ConflictError } from './conflict-error.ts'
export { inMemoryStore } from './in-memory.ts'
export type {
  Append,
  Claim,
  DueOptions,
  ForkOptions,
  ListOptions,
  NewEvent,
  Page,
  ReadOptions,
  ScopedValue,
  ScopedWrite,
  SessionInfo,
  SessionRecord,
  SessionStatus,
  Store,
  StoredEvent,
} from './store.ts'
export { sessionStatuses } from './store.ts'
