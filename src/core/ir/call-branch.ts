/** Pattern of a branch's first segment if the segment names a call (`call:SEQ.PART`). `call:` alone names no call. */
const pattern = /^call:(?:\d+\.\d+)?(?=\.|$)/

/**
 * Branch of an agent that runs as a tool for an unknown call. On this branch, the agent sees nothing of the session.
 */
export const noCallBranch = 'call:'

/** Returns the branch of the agent that a call runs as a tool. `call` is the position of the call, `seq.part`. */
export const callBranch = (call: string): string => `call:${call}`

/** Returns the event and the part of a call's position `seq.part`; NaN for a text of another form. */
export function parsePlace(call: string): { readonly seq: number; readonly part: number } {
  const [, seq, part] = /^(\d+)\.(\d+)$/.exec(call) ?? []
  return { seq: Number(seq), part: Number(part) }
}

/**
 * Returns the conversation to which a branch belongs: '' for the program's own, or the branch of the call that runs an
 * agent as a tool. These conversations do not see each other.
 */
export function branchConversation(branch: string): string {
  // Nearly all branches belong to the program's own conversation.
  if (!branch.startsWith('call:')) return ''
  return pattern.exec(branch)?.[0] ?? ''
}
