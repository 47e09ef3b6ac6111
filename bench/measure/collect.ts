import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void

/** Collects young garbage, so that no library pays for what the one before it left. */
export const collectGarbage = (): void => gc({ type: 'minor' })

/** Collects all garbage: where a library may leave some hundred megabytes. */
export const collectAll = (): void => gc({ type: 'major' })
