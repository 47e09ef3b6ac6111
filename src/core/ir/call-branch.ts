/** Branch segment of a call itself, without deeper segments; `call:` alone refers to no call. */
const pattern = /^call:(?:\d+\.\d+)?(?=\.|$)/

/**
 * Branch of an agent that works as a tool, if no call is given. On this branch, the agent sees nothing of the session.
 */
export const noCallBranch = 'call:'

/** Returns the branch on which the agent of a call (`seq.part`) speaks. */
export const callBranch = (call: string): string => `call:${call}`

/**
 * Returns the conversation of a branch: '' for the program's own, or the branch of the call for which an agent works as a
 * tool. Neither conversation sees the other.
 */
export function branchConversation(branch: string): string {
  // Nearly all branches are the program's.
  if (!branch.startsWith('call:')) return ''
  return pattern.exec(branch)?.[0] ?? ''
}
