import type { Owner } from '../../session/owner.ts'

/** A text that is remembered across sessions. */
export interface Memory {
  /** Id, unique among the memories of an owner. Adding a memory with the same id replaces the text. */
  readonly id: string
  readonly text: string
  /** Author of the text, such as `user` or an agent. */
  readonly author?: string
  /** Id of the session in which the text was written. */
  readonly session?: string
  /** Time of the text in milliseconds since 1970. */
  readonly time?: number
}

/** A memory that a search returned. */
export interface FoundMemory extends Memory {
  /** Score, comparable only within one search; the best memory has the highest. */
  readonly score: number
}

/** A search for memories. */
export interface MemoryQuery {
  /** Text to search for. It has no query syntax: every character is plain text. */
  readonly text: string
  /** Maximum number of memories; 20 by default. */
  readonly top?: number
  /** Id of a session whose memories are excluded. */
  readonly exceptSession?: string
  readonly signal?: AbortSignal
}

/**
 * Store of memories by owner. An owner without a user is the app itself, which does not see the memories of users. All
 * methods throw a TypeError for a malformed owner, memory or query.
 */
export interface MemoryStore {
  /** Name of the store. In a session's log, the name separates outcomes of different stores. */
  readonly id: string
  /** Adds memories; a memory with an existing id replaces the earlier one. */
  add(owner: Owner, memories: readonly Memory[]): Promise<void>
  /** Returns the memories that match a query, best first. */
  search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]>
  /** Deletes memories by their ids; unknown ids are ignored. */
  delete(owner: Owner, ids: readonly string[]): Promise<void>
  /** Deletes all memories of an owner. */
  deleteOwner(owner: Owner): Promise<void>
  /** Removes deleted data from the files of the store, as the method of that name of a `Store` of sessions. */
  erase?(): Promise<string | null>
}
