import type { Owner } from '../../session/owner.ts'

/** A text that is remembered across sessions. */
export interface Memory {
  /** Id, unique among the memories of its owner: adding it again replaces the text. */
  readonly id: string
  readonly text: string
  /** Author of the text, such as `user` or an agent. */
  readonly author?: string
  /** Id of the session that it comes from. */
  readonly session?: string
  /** Milliseconds since 1970. */
  readonly time?: number
}

/** A memory that was found. */
export interface FoundMemory extends Memory {
  /** Score, comparable within one search alone; the best memory has the highest. */
  readonly score: number
}

/** A search for memories. */
export interface MemoryQuery {
  /** Text to search for. It is data: no character of it has a meaning. */
  readonly text: string
  /** Most memories; 20 by default. */
  readonly top?: number
  /** Id of a session whose memories are left out. */
  readonly exceptSession?: string
  readonly signal?: AbortSignal
}

/**
 * Store of memories by owner. An owner without a user is the app itself, and sees no user's memories. All methods throw a
 * TypeError for an owner, a memory or a query of another form.
 */
export interface MemoryStore {
  /** Name of the store, which tells outcomes in a session's log apart. */
  readonly id: string
  /** Adds memories; one whose id is there replaces it. */
  add(owner: Owner, memories: readonly Memory[]): Promise<void>
  /** Returns the memories that answer a query, best first. */
  search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]>
  /** Deletes memories by their ids; ids that are not there are ignored. */
  delete(owner: Owner, ids: readonly string[]): Promise<void>
  /** Deletes all memories of an owner. */
  deleteOwner(owner: Owner): Promise<void>
}
