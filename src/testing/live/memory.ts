import type { FakeEntry } from './shape.ts'

/** Conversation that a resumption handle of Gemini restores. */
export interface HeldConversation {
  readonly context: readonly FakeEntry[]
}

/**
 * Memory of one simulated server across connections: the conversations under resumption handles, and the number of
 * connections. The fakes only add entries and never change one, so earlier states remain valid.
 */
export interface FakeMemory {
  readonly handles: Map<string, HeldConversation>
  connections: number
}

/** Returns the memory of a server that has had no connection yet. */
export const createMemory = (): FakeMemory => ({ handles: new Map(), connections: 0 })
