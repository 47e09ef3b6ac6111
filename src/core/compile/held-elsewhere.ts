import type { Extra } from '../ir/extra.ts'

/** Request fields that refer to messages that the provider stores. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

/** Whether a request refers to messages that the provider stores. Such a request may contain no messages. */
export const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)
