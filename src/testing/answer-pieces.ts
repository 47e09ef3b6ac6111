/** Returns the words of a scripted text, each with the blanks before it. */
export const scriptedWords = (text: string): readonly string[] => text.match(/\s*\S+|\s+$/g) ?? []

/** Waits before a scripted answer, until the signal aborts at the latest. */
export async function waitMilliseconds(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    const stop = (): void => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
