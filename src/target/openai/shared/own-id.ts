/** Whether an id is of the sort that the API gave to such items; it refuses any other. */
export const isOwnId = (id: unknown, prefix: string): id is string =>
  typeof id === 'string' && id.startsWith(prefix) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
