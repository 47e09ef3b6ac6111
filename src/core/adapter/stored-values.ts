import type { EventInput } from '../ir/event.ts'
import { parseJson } from '../text/json.ts'
import type { ConversationStorage } from './conversation-storage.ts'
import { eventsInStoredValue } from './stored-conversation.ts'

/** Storage of which keys can be listed and deleted. */
export type ListedStorage = ConversationStorage & Required<Pick<ConversationStorage, 'keys' | 'delete'>>

export const isListedStorage = (storage: ConversationStorage): storage is ListedStorage =>
  typeof storage.keys === 'function' && typeof storage.delete === 'function'

/** Returns the keys of a storage that begin with a prefix. */
export async function storedKeys(storage: ListedStorage, prefix: string): Promise<readonly string[]> {
  const keys: string[] = []
  for await (const key of await storage.keys(prefix)) if (key.startsWith(prefix)) keys.push(key)
  return keys
}

/** Returns the events that a storage has under a key. */
export async function storedEvents(
  storage: ConversationStorage,
  key: string,
): Promise<readonly EventInput[]> {
  const value = await storage.get(key)
  return eventsInStoredValue(typeof value === 'string' ? parseJson(value) : value)
}
