/**
 * Whether every provider accepts an id. Chat Completions has the lowest maximum length, Anthropic the fewest legal
 * characters.
 */
export const isLegalId = (id: string): boolean => /^[a-zA-Z0-9_-]{1,40}$/.test(id)
