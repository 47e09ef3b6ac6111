import { oneLine } from '../../text/columns.ts'
import type { RunGiven } from './given.ts'
import { inMemory } from './open-store.ts'
import { shellWord } from './shell-word.ts'

/** Options that the next command needs too. */
const kept = ['export', 'store', 'owner', 'user', 'model'] as const

/** Returns the command that goes on with a session, with some options. */
export function goOn(file: string, session: string, given: RunGiven, ...options: readonly string[]): string {
  const own = kept.flatMap(name => {
    const value = given[name]
    return value === undefined ? [] : [`--${name}`, value]
  })
  const words = ['ctxc', 'run', file, '--session', session, ...own, ...options]
  return oneLine(words.map(shellWord).join(' '))
}

/** Whether a later command can go on with a session. */
export const isKept = ({ store }: RunGiven): boolean => store !== inMemory
