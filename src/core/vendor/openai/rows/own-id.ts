/** Whether an id has the form that the API gives to such items; it refuses any other id. */
export const isOwnId = (id: unknown, prefix: string): id is string =>
  typeof id === 'string' && id.startsWith(prefix) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
