import { oneLine } from '../../core/text/columns.ts'
import type { RunGiven } from './given.ts'
import { memoryWord } from './open-store.ts'

/** Quotes a word for use in a shell command. */
const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

/** Options that a later command for the session must repeat. */
const kept = {
  export: '--export',
  allowImport: '--allow-import',
  store: '--store',
  owner: '--owner',
  user: '--user',
  model: '--model',
  modelRows: '--model-rows',
} as const

/** Returns the command line that continues a session, with additional options. */
export function continueCommand(
  file: string,
  session: string,
  given: RunGiven,
  ...options: readonly string[]
): string {
  const own = Object.entries(kept).flatMap(([name, flag]) => {
    const value = given[name as keyof typeof kept]
    if (value === undefined || value === false) return []
    return value === true ? [flag] : [flag, value]
  })
  const words = ['ctxc', 'run', file, '--session', session, ...own, ...options]
  return oneLine(words.map(shellWord).join(' '))
}

/** Whether a later command can continue the session, because its store outlives the process. */
export const canBeContinued = ({ store }: RunGiven): boolean => store !== memoryWord
