/** Whether every provider takes an id: Chat Completions allows the shortest, Anthropic the fewest characters. */
export const isLegalId = (id: string): boolean => /^[a-zA-Z0-9_-]{1,40}$/.test(id)
