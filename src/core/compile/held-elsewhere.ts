import type { Extra } from '../ir/extra.ts'

/** Fields of requests whose messages are stored by the provider. */
const serverHeld = ['previous_response_id', 'conversation', 'prompt', 'cachedContent']

/** Whether a request names messages that the provider stores, so that it may have none of its own. */
export const isHeldElsewhere = (extra: Extra | undefined): boolean =>
  serverHeld.some(field => extra?.fields[field] !== undefined)
