import type { Command } from '../commander.ts'
import type { Perform } from '../io.ts'
import { declareStore } from '../run/declare-run.ts'
import type { CostsGiven, ForkGiven, ListGiven, OneGiven } from './given.ts'

const sessionsHelp = `
Ends with 1 where there is no such session. Secrets are printed as [secret:KIND:N]; --reveal shows them.

  ctxc sessions list
  ctxc sessions costs --all --since 2026-11-01
  ctxc sessions export order-7 --out order-7.json && ctxc explain order-7.json --model gpt-5.4
  ctxc sessions fork order-7 --at 4 --to order-7b
  ctxc sessions forget --owner shop --user ada`

/** Declares the commands about stored sessions. */
export function declareSessions(program: Command, run: Perform): void {
  const sessions = program
    .command('sessions')
    .description('list, show, fork, export and delete the sessions of a store; sum their costs')
    .addHelpText('after', sessionsHelp)
  declareStore(sessions.command('list'))
    .description('list sessions, those that changed last first')
    .option('--all', 'the sessions of all owners')
    .option('--status <status>', 'only idle, due, waiting, limited or failed ones')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((given: ListGiven) => run(async io => (await import('./list.ts')).listSessions(given, io)))
  declareStore(sessions.command('costs'))
    .description('sum tokens and prices of model calls, by owner and model')
    .option('--all', 'the calls of all owners')
    .option('--since <date>', 'only calls from this date on, such as 2026-11-01 (UTC)')
    .option('--until <date>', 'only calls before this date')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((given: CostsGiven) => run(async io => (await import('./costs.ts')).printCosts(given, io)))
  declareStore(sessions.command('show'))
    .description('show the events of a session')
    .argument('<id>', 'the session')
    .option('--format <format>', 'pretty or json', 'pretty')
    .option('--reveal', 'print secrets as they are stored')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./show.ts')).showSession(id, given, io)),
    )
  declareStore(sessions.command('fork'))
    .description('copy a session under another id; calls without a result stay with the first one')
    .argument('<id>', 'the session')
    .requiredOption('--to <id>', 'the id of the copy')
    .option('--at <seq>', 'copy the events before this one; all by default')
    .action((id: string, given: ForkGiven) =>
      run(async io => (await import('./fork.ts')).forkCommand(id, given, io)),
    )
  declareStore(sessions.command('export'))
    .description('print a session as JSON, which ctxc compile and ctxc explain read')
    .argument('<id>', 'the session')
    .option('--out <file>', 'write it to a file')
    .option('--reveal', 'write secrets as they are stored')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./export.ts')).exportSession(id, given, io)),
    )
  declareStore(sessions.command('delete'))
    .description('delete a session; asks first')
    .argument('<id>', 'the session')
    .option('--yes', 'do not ask')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./delete.ts')).deleteSession(id, given, io)),
    )
  declareStore(sessions.command('forget'))
    .description('delete everything of an owner, and the deleted bytes in the file; asks first')
    .option('--yes', 'do not ask')
    .action((given: OneGiven) => run(async io => (await import('./forget.ts')).forgetOwner(given, io)))
}
