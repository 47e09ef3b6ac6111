/** Whether the API accepts a call's id (rule R14). */
export const isLegalCallId = (id: string): boolean => /^[a-zA-Z0-9_-]{1,64}$/.test(id)
