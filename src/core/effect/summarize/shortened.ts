/** Most characters of a message that is to be summarized: the middle of a longer one is left out. */
const longest = 40_000

/** Returns a text as a handler that summarizes gets it. */
export function shortened(text: string): string {
  if (text.length <= longest) return text
  const half = longest / 2
  return `${text.slice(0, half)}\n[… ${text.length - longest} characters …]\n${text.slice(-half)}`
}
