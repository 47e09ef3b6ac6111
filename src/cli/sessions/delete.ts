import { oneLine } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { Prompt } from '../run/prompt.ts'
import type { OneGiven } from './given.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions delete`, which asks the user for confirmation first. Returns the exit code. */
export async function deleteSession(id: string, given: OneGiven, io: Io): Promise<number> {
  return withSession(id, given, io, async ({ store, key, record: { revision } }) => {
    const name = oneLine(id)
    const question = `delete ${name}, ${formatCount(revision, 'event')}? [y/N] `
    if (!(await confirmDeletion(question, given, io))) return exit.errors
    await store.delete(key)
    io.err(`deleted ${name}\n`)
    return exit.fine
  })
}

/** Asks the user whether to delete something, unless `--yes` was given. */
export async function confirmDeletion(question: string, { yes }: OneGiven, io: Io): Promise<boolean> {
  if (yes) return true
  const { terminal } = io
  if (terminal === null)
    throw new UsageError('no terminal to confirm the deletion', 'use --yes to delete without a question')
  const prompt = new Prompt(terminal)
  try {
    const isConfirmed = /^y(?:es)?$/i.test((await prompt.ask(question))?.trim() ?? '')
    if (!isConfirmed) io.err('nothing was deleted\n')
    return isConfirmed
  } finally {
    prompt.close()
  }
}
