/** Maximum number of characters of a message to summarize; the middle of a longer one is omitted. */
const longest = 40_000

/** Returns a text as it is passed to a summarize handler. */
export function shortenMessage(text: string): string {
  if (text.length <= longest) return text
  const half = longest / 2
  return `${text.slice(0, half)}\n[… ${text.length - longest} characters …]\n${text.slice(-half)}`
}

/** Prompt for a summary of messages, if the policy has none. */
export const defaultPrompt = `Summarize these messages for a model that goes on with the work and does not see them any more.
Write one fact per statement: what was asked for, what was decided and why, what was done and what came of it, what is still open. Keep \
names, numbers, paths and quotes as they are. Add nothing that the messages do not say. Refer to the numbers of the messages that each \
statement is about.`

/** Prompt for a summary of earlier summaries, if the policy has none. */
export const mergePrompt = `These are summaries of consecutive parts of one conversation. Merge them into one that is shorter: leave out what \
was superseded or is done with, and keep what was decided and what is still open. Keep names, numbers, paths and quotes as they are, and add \
nothing. Refer to the numbers of the summaries that each statement is about.`
