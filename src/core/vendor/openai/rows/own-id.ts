/** Whether an item's id has the form of the API's own ids, with a prefix such as `rs`. The API refuses any other id. */
export const isOwnId = (id: unknown, prefix: string): id is string =>
  typeof id === 'string' && id.startsWith(prefix) && /^[a-zA-Z0-9_-]{1,64}$/.test(id)
