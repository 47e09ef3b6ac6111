import { isRaceError } from './client.ts'

/** Maximum number of times that a statement is run which loses a race with other transactions. */
export const mostTries = 30

/** Maximum number of milliseconds between two tries. */
const longestPause = 64

/** Waits after a lost race: longer after each of the first ones. */
export const pauseAfter = (tries: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, Math.min(2 ** tries, longestPause)))

/** Makes a call, and repeats it while it loses races with other transactions: then it wrote nothing. */
export async function repeatLostRaces<Result>(
  call: () => Promise<Result>,
  isLost: (error: unknown) => boolean = isRaceError,
): Promise<Result> {
  for (let tries = 1; ; tries++)
    try {
      return await call()
    } catch (error) {
      if (!isLost(error) || tries >= mostTries) throw error
      await pauseAfter(tries)
    }
}
