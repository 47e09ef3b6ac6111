import type { Extra } from '../ir/extra.ts'

/** Request fields that refer to messages stored by the provider. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

/** Whether a request refers to messages that the provider stores, so that it may contain no messages itself. */
export const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)
