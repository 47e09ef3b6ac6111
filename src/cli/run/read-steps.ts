import { UsageError } from '../io.ts'
import type { RunGiven } from './given.ts'

/** Reads the maximum number of model calls from the options; null if none is given. */
export function readSteps({ steps }: Pick<RunGiven, 'steps'>): number | null {
  if (steps === undefined) return null
  if (/^[1-9]\d{0,8}$/.test(steps)) return Number(steps)
  throw new UsageError(
    `--steps must be a whole number above 0, got '${steps}'`,
    'it limits the model calls of a run: --steps 50',
  )
}
