import manifest from '../../package.json' with { type: 'json' }
import { targetNames } from '../ir/target-name.ts'
import { printable } from '../text/columns.ts'
import { checkCommand } from './check.ts'
import type { CheckGiven } from './check-options.ts'
import { Command, CommanderError } from './commander.ts'
import { compileCommand } from './compile.ts'
import { diffCommand } from './diff.ts'
import { explainCommand } from './explain.ts'
import { flowCommand } from './flow.ts'
import { exit, type Io, UsageError } from './io.ts'
import type { Given } from './options.ts'
import { reportError } from './report-error.ts'

/** Runs the command line and returns the exit code. `argv` begins after the program's name. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exit.fine
  const program = new Command('ctxc')
    .description(
      'The context compiler for LLM agents: what is sent to a model, what is not, and why;\nand what will go wrong in a program of agents, before it runs.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: text => io.out(text),
      // It quotes what was typed.
      writeErr: text => io.err(printable(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .addHelpText(
      'after',
      '\nFILE is a module that exports an agent or a pipeline (TypeScript from Node 22.18 on), such a\nprogram as JSON (ctxc/schema/program.json) or, but for check and flow, a conversation: JSON, or\nJSON Lines with one message on each line; a request or its messages, of OpenAI Chat Completions\nor Responses, Anthropic Messages, Gemini or the AI SDK; messages of LangChain, a session of ADK,\nor roles and words. - is standard input.\n\nExit codes: 0 fine, 1 diagnostics of level error, 2 usage or unreadable input,\n3 the requests part (only of diff --exit-code).',
    )
  planned(compiling(program.command('compile')))
    .description('compile a conversation or a program and sum up what came out')
    .argument('<file>', 'the conversation, or the program: a module that exports one, or JSON')
    .action(async (file: string, given: Given) => {
      code = await compileCommand(file, given, io)
    })
  planned(compiling(program.command('explain')))
    .description('show what was sent, what was left out and why; or explain a diagnostic')
    .argument('<file-or-code>', 'a conversation, or the code of a diagnostic such as CX3001')
    .option('--html <out>', 'write a page for a browser')
    .option('--force', 'with --html: overwrite a file that is no such page')
    .action(async (subject: string, given: Given) => {
      code = await explainCommand(subject, given, io)
    })
  compiling(program.command('diff'))
    .description('show where the request for one conversation parts from that for an earlier one')
    .argument('<earlier>', 'the conversation as it was')
    .argument('<later>', 'the conversation as it is')
    .option('--exit-code', 'end with 3 where they part, for scripts')
    .action(async (earlier: string, later: string, given: Given) => {
      code = await diffCommand(earlier, later, given, io)
    })
  program
    .command('check')
    .description('look for what will go wrong in programs: missing keys, words lost or told twice, \u2026')
    .argument(
      '<paths...>',
      'modules that export programs, or JSON; folders and patterns such as src/**/*.ts too',
    )
    .option('--allow-import', 'load the modules that a folder or a pattern brings, which runs their code')
    .option('--level <code=level>', 'of findings: error, warn, info or off; may be given again', gather)
    .option('--max-warnings <count>', 'end with 1 where there are more warnings')
    .option('--format <format>', 'pretty, json or sarif', 'pretty')
    .addHelpText(
      'after',
      '\nA program that is only part of another one of its module is checked with that one.\nA file that cannot be read hides no finding of the others. Ends with 1 where a finding is of level error,\nwith 2 where a file could not be read. ctxc explain CX1001 explains a finding.\n\n  ctxc check src/app.ts --level CX1009=off --level CX1022=info --max-warnings 0\n  ctxc check src --allow-import --format sarif > findings.sarif',
    )
    .action(async (files: readonly string[], given: CheckGiven) => {
      code = await checkCommand(files, given, io)
    })
  program
    .command('flow')
    .description('show how data goes through a program: who reads, writes and sees what')
    .argument('<file>', 'a module that exports a program')
    .option('--export <name>', 'the export, where there are several programs')
    .option('--format <format>', 'pretty, mermaid or json', 'pretty')
    .action(async (file: string, given: Given) => {
      code = await flowCommand(file, given, io)
    })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.fine : exit.usage
    if (!(error instanceof UsageError)) throw error
    reportError(error, io)
    return exit.usage
  }
}

/** All that was given for an option that may be given again. */
const gather = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

const planned = (command: Command): Command =>
  command.option('--plan <file>', 'begin as this earlier compile did: what its --format json printed')

const compiling = (command: Command): Command =>
  command
    .option('--target <target>', `the request format: ${targetNames.join(', ')}`)
    .option('--model <model>', 'the model to call')
    .option('--export <name>', 'of a module: the program, where it exports several')
    .option('--agent <name>', 'of a program: the agent to compile for, if not the one that is due')
    .option('--allow-import', 'of a program as JSON: import the modules that it names, which runs their code')
    .option('--session <file>', 'of a program: the session, as its toJSON gives it, or a conversation')
    .option('--budget <tokens>', 'the most tokens of input')
    .option(
      '--cache <marks>',
      'what the provider caches: keep the marks that came in, mark, or a lifetime: 5m, 1h',
    )
    .option('--format <format>', 'pretty or json', 'pretty')
