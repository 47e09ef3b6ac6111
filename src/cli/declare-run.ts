import type { Command } from './commander.ts'
import type { Perform } from './perform.ts'
import type { RunGiven } from './run/given.ts'
import type { ForkGiven, ListGiven, OneGiven } from './sessions/given.ts'

const runHelp = `
Without --message, in a terminal, it is a chat: ^C stops an answer, at the prompt it leaves. Text on
standard input is a message too. Answers go to standard output, the rest to standard error.

A module gives more than its program: models = { 'gpt-': client } or a function, as createRunner of
ctxc/run takes them; callbacks; state, with which new sessions begin; script, which answers with
--model scripted. Without a script, --model scripted calls each tool once and then answers.

Ends with 0 when done, 1 when the run failed or a limit stopped it, 2 for wrong usage, 3 where a call
waits for approval (it prints how to go on), 130 when ^C cancelled the run.

  ctxc run app.ts --model scripted
  ctxc run app.ts --session order-7 --message 'I want my money back.'
  ctxc run app.ts --session order-7 --approve 1.0`

const sessionsHelp = `
Ends with 1 where there is no such session.

  ctxc sessions list
  ctxc sessions export order-7 --out order-7.json && ctxc explain order-7.json --model gpt-5.4
  ctxc sessions fork order-7 --at 4 --to order-7b`

/** Collects the values of a repeatable option. */
const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

/** Declares the command that runs programs. */
export function declareRun(program: Command, run: Perform): void {
  stored(program.command('run'))
    .description('run a program: a message and its answer, or a chat in the terminal')
    .argument('<file>', 'a module that exports a program, or one as JSON')
    .option('--session <id>', 'the session; a new one by default')
    .option('--message <text>', 'the message of the user')
    .option('--approve <call>', 'approve a call that waits; may be given again', gather)
    .option('--deny <call>', 'deny a call that waits; may be given again', gather)
    .option('--reason <text>', 'with --deny: the reason, which the model reads')
    .option('--resume', 'continue after a crash or a limit')
    .option('--steps <count>', 'the most model calls of the run; 25 by default')
    .option('--model <model>', 'scripted: run offline, without a model')
    .option('--export <name>', 'of a module: the program, where it exports several')
    .option('--allow-import', 'of a program as JSON: import the modules that it names, which runs their code')
    .option('--format <format>', 'pretty, or json: one event per line; asks nothing', 'pretty')
    .addHelpText('after', runHelp)
    .action((file: string, given: RunGiven) =>
      run(async io => (await import('./run/run.ts')).runCommand(file, given, io)),
    )
}

/** Declares the commands about stored sessions. */
export function declareSessions(program: Command, run: Perform): void {
  const sessions = program
    .command('sessions')
    .description('list, show, fork, export and delete the sessions of a store')
    .addHelpText('after', sessionsHelp)
  stored(sessions.command('list'))
    .description('list sessions, those that changed last first')
    .option('--status <status>', 'only idle, due, waiting, limited or failed ones')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((given: ListGiven) =>
      run(async io => (await import('./sessions/list.ts')).listSessions(given, io)),
    )
  stored(sessions.command('show'))
    .description('show the events of a session')
    .argument('<id>', 'the session')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./sessions/show.ts')).showSession(id, given, io)),
    )
  stored(sessions.command('fork'))
    .description('copy a session under another id; calls without a result stay with the first one')
    .argument('<id>', 'the session')
    .requiredOption('--to <id>', 'the id of the copy')
    .option('--at <seq>', 'copy the events before this one; all by default')
    .action((id: string, given: ForkGiven) =>
      run(async io => (await import('./sessions/fork.ts')).forkSession(id, given, io)),
    )
  stored(sessions.command('export'))
    .description('print a session as JSON, which ctxc compile and ctxc explain read')
    .argument('<id>', 'the session')
    .option('--out <file>', 'write it to a file')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./sessions/export.ts')).exportSession(id, given, io)),
    )
  stored(sessions.command('delete'))
    .description('delete a session; asks first')
    .argument('<id>', 'the session')
    .option('--yes', 'do not ask')
    .action((id: string, given: OneGiven) =>
      run(async io => (await import('./sessions/delete.ts')).deleteSession(id, given, io)),
    )
}

const stored = (command: Command): Command =>
  command
    .option('--store <path>', 'the store: a file (.ctxc/sessions.db by default), or memory for none')
    .option('--owner <app>', 'the app to which the session belongs (ctxc by default)')
    .option('--user <name>', 'the user of the app to whom it belongs')
