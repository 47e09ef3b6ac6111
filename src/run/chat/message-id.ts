import type { Event } from '../../core/ir/event.ts'

/** Placeholder seq for answers before the first message of the user. */
export const beforeMessages = -1

/** Whether an event is a message from the user to the main program, not to an agent that works as a tool. */
export const isUserMessage = ({ author, branch, visibility }: Event): boolean =>
  author === 'user' && branch === '' && visibility !== 'internal'

/** Whether a branch belongs to an agent that works as a tool. Only the calling agent sees the texts on this branch. */
export const isToolAgentBranch = (branch: string): boolean => branch.startsWith('call:')

/** Returns the id of a user's message on the page: the client's own id, or else one made from the message's seq. */
export const userMessageId = ({ seq, actions }: Event): string => actions?.run?.received?.id ?? `u${seq}`

/** Returns the id on the page of the answer to the user's message at `seq`. */
export const messageIdFor = (seq: number): string => `a${seq === beforeMessages ? '' : seq}`
