import type { Event } from '../../core/ir/event.ts'

/** Seq that stands for what comes before the first message of the user. */
export const beforeMessages = -1

/** Whether an event is a message of the user to the program. */
export const isUserMessage = ({ author, branch, visibility }: Event): boolean =>
  author === 'user' && branch === '' && visibility !== 'internal'

/** Returns the id that a page has for a user's message: its own, or its place in the session. */
export const userMessageId = ({ seq, actions }: Event): string => actions?.run?.received?.id ?? `u${seq}`

/** Returns the id of the message that answers the user's message at `seq`. */
export const messageIdFor = (seq: number): string => `a${seq === beforeMessages ? '' : seq}`
