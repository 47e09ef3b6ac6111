import type { Event } from '../ir/event.ts'

/** Returns the id that a page has for a user's message: its own, or its place in the session. */
export const userMessageId = ({ seq, actions }: Event): string => actions?.run?.received?.id ?? `u${seq}`

/** Returns the id of the message that answers a user's message; null stands for what comes before the first one. */
export const messageIdFor = (message: Event | null): string => `a${message?.seq ?? ''}`
