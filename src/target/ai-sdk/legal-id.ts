/** Ids that every provider takes: Chat Completions has the shortest, Anthropic the fewest signs. */
export const isLegalId = (id: string): boolean => /^[a-zA-Z0-9_-]{1,40}$/.test(id)
