import type { Command } from '../commander.ts'
import type { Perform } from '../io.ts'
import type { RunGiven } from './given.ts'

/** Declares the options that every command with a session store has. */
export const declareStore = (command: Command): Command =>
  command
    .option('--store <path>', 'the store: a file (.ctxc/sessions.db by default), or memory for none')
    .option('--owner <app>', 'the app to which the session belongs (ctxc by default)')
    .option('--user <name>', 'the user of the app to whom it belongs')

const runHelp = `
Without --message, in a terminal, it is a chat: ^C stops an answer, at the prompt it leaves. Text on
standard input is a message too. Answers go to standard output, the rest to standard error.

A module gives more than its program: models = { 'gpt-': client } or a function, as createRunner of
ctxc/run takes them; callbacks; state, with which new sessions begin; script, which answers with
--model scripted. Without a script, --model scripted calls each tool once and then answers.

Ends with 0 when done, 1 when the run failed or a limit stopped it, 2 for wrong usage, 3 where a call
waits for somebody (it prints how to go on), 130 when ^C cancelled the run.

  ctxc run app.ts --model scripted
  ctxc run app.ts --session order-7 --message 'I want my money back.'
  ctxc run app.ts --session order-7 --approve 1.0`

/** Collects all values of an option that may be repeated. */
const collectRunOption = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
]

/** Declares the command `run`, which runs programs. */
export function declareRun(program: Command, run: Perform): void {
  declareStore(program.command('run'))
    .description('run a program: a message and its answer, or a chat in the terminal')
    .argument('<file>', 'a module that exports a program, or one as JSON')
    .option('--session <id>', 'the session; a new one by default')
    .option('--message <text>', 'the message of the user')
    .option('--approve <call>', 'approve a call that waits; may be given again', collectRunOption)
    .option('--edit <call=arguments>', 'approve a call with other arguments, as JSON', collectRunOption)
    .option('--deny <call>', 'deny a call that waits; may be given again', collectRunOption)
    .option('--answer <call=answer>', 'answer a call that waits: JSON, or a text', collectRunOption)
    .option('--reason <text>', 'with --deny: the reason, which the model reads')
    .option('--resume', 'continue after a crash or a limit')
    .option('--steps <count>', 'the most model calls of the run; 25 by default')
    .option('--model <model>', 'scripted: run offline, without a model')
    .option('--model-rows <file>', 'rows of models that ctxc does not know, as JSON')
    .option('--export <name>', 'of a module: the program, where it exports several')
    .option('--allow-import', 'of a program as JSON: import the modules that it names, which runs their code')
    .option('--format <format>', 'pretty, or json: one event per line; asks nothing', 'pretty')
    .addHelpText('after', runHelp)
    .action((file: string, given: RunGiven) =>
      run(async io => (await import('./run.ts')).runCommand(file, given, io)),
    )
}
