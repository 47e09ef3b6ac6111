/** Name of the tool that transfers the conversation to another agent. */
export const transferName = 'transfer_to_agent'
