import type { FakeEntry } from './shape.ts'

/** Conversation that a resumption handle restores. */
export interface HeldConversation {
  readonly context: readonly FakeEntry[]
}

/**
 * Server-side memory across connections: the conversations behind resumption handles, and the number of connections.
 * One memory belongs to one simulated server. The fakes add to it and never change an entry, so a state of the past
 * stays valid.
 */
export interface FakeMemory {
  readonly handles: Map<string, HeldConversation>
  connections: number
}

/** Returns the memory of a server without any connection yet. */
export const createMemory = (): FakeMemory => ({ handles: new Map(), connections: 0 })
