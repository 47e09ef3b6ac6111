import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const gc = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Collects young garbage, so that no library pays for what the one before it left. */
export const collectGarbage = (): void => gc({ type: 'minor' })
