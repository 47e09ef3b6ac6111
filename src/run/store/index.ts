export type { ConversationStorage } from '../../core/adapter/conversation-storage.ts'
export { type StoragePrefixOptions, storagePrefix } from '../../core/adapter/storage-key.ts'
export type { Owner, SessionKey } from '../../core/session/owner.ts'
export type { CallCost, CostQuery, OwnerCost, OwnerInfo, OwnersOptions, StoreAccounts } from './accounts.ts'
export { checkedStore } from './checked-store.ts'
export { type Conflict, ConflictError } from './conflict-error.ts'
export type { Page } from './cursor.ts'
export { type ForgetOptions, forget } from './forget.ts'
export type { DeletedData, ForgetReport, LeftData, OwnedData } from './forget-report.ts'
export { inMemoryStore } from './in-memory.ts'
export { LeaseError } from './lease-error.ts'
export type {
  KnownRevision,
  Lease,
  LeasePause,
  LeaseTerms,
  SessionChange,
  SessionLeases,
  TakeDueTerms,
} from './leases.ts'
export { inMemoryRelay, type Relay } from './relay.ts'
export type {
  Append,
  DueOptions,
  ForkOptions,
  ListOptions,
  NewEvent,
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
