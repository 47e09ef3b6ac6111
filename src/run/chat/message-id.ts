import type { Event } from '../../core/ir/event.ts'

/** Seq used for everything before the first message of the user. */
export const beforeMessages = -1

/** Whether an event is a message of the user to the program. */
export const isUserMessage = ({ author, branch, visibility }: Event): boolean =>
  author === 'user' && branch === '' && visibility !== 'internal'

/** Returns the page's id of a user's message: the client's own id, or the message's place in the session. */
export const userMessageId = ({ seq, actions }: Event): string => actions?.run?.received?.id ?? `u${seq}`

/** Returns the id of the message that answers the user's message at `seq`. */
export const messageIdFor = (seq: number): string => `a${seq === beforeMessages ? '' : seq}`
