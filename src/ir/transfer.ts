/** Name of the tool that hands the talk to another agent. */
export const transferName = 'transfer_to_agent'
