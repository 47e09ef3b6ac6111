import { oneLine } from '../../core/text/columns.ts'
import { formatCount } from '../../core/text/number.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { Prompt } from '../run/prompt.ts'
import type { OneGiven } from './given.ts'
import { withSession } from './with-store.ts'

/** Runs `ctxc sessions delete`, which asks the user for confirmation first. Returns the exit code. */
export async function deleteSession(id: string, given: OneGiven, io: Io): Promise<number> {
  if (!given.yes && io.terminal === null)
    throw new UsageError(
      'no terminal to confirm the deletion',
      'use --yes to delete the session without a question',
    )
  return withSession(id, given, io, async ({ store, key, record: { revision } }) => {
    const name = oneLine(id)
    if (
      !given.yes &&
      !(await confirmDeletion(`delete ${name}, ${formatCount(revision, 'event')}? [y/N] `, io))
    ) {
      io.err('nothing was deleted\n')
      return exit.errors
    }
    await store.delete(key)
    io.err(`deleted ${name}\n`)
    return exit.fine
  })
}

async function confirmDeletion(question: string, { terminal }: Io): Promise<boolean> {
  if (terminal === null) return false
  const prompt = new Prompt(terminal)
  try {
    return /^y(?:es)?$/i.test((await prompt.ask(question))?.trim() ?? '')
  } finally {
    prompt.close()
  }
}
