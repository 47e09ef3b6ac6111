import { targetNames } from '../core/ir/target-name.ts'
import { checkCommand } from './check.ts'
import type { CheckGiven } from './check-options.ts'
import type { Command } from './commander.ts'
import { compileCommand } from './compile.ts'
import { diffCommand } from './diff.ts'
import { doctorCommand } from './doctor/doctor.ts'
import { exampleCommand } from './example.ts'
import { explainCommand } from './explain.ts'
import { flowCommand } from './flow.ts'
import type { Perform } from './io.ts'
import { declareLive } from './live/declare-live.ts'
import type { RunCommand } from './mcp/call-tool.ts'
import { declareMcp } from './mcp/declare-mcp.ts'
import type { CommandOptions } from './options.ts'
import { previewCommand } from './preview.ts'
import { declareRun } from './run/declare-run.ts'
import { declareSessions } from './sessions/declare-sessions.ts'

/**
 * Declares the commands of a program, in the order of the help text. A command can use `again` to run another command
 * line.
 */
export function declareCommands(program: Command, run: Perform, again: RunCommand): void {
  const all = [
    declareCompile,
    declareExplain,
    declareDiff,
    declareCheck,
    declareFlow,
    declarePreview,
    declareDoctor,
  ]
  for (const declare of [...all, declareRun, declareSessions, declareLive, declareExample])
    declare(program, run)
  declareMcp(program, run, again)
}

function declareCompile(program: Command, run: Perform): void {
  addPlanOption(addCompileOptions(program.command('compile')))
    .description('compile a conversation or a program, and summarize the request')
    .argument('<file>', 'the conversation, or the program: a module that exports one, or JSON')
    .action((file: string, given: CommandOptions) => run(io => compileCommand(file, given, io)))
}

function declareExplain(program: Command, run: Perform): void {
  addPlanOption(addCompileOptions(program.command('explain')))
    .description('show what was sent, what was dropped and why; or explain a diagnostic')
    .argument('<file-or-code>', 'a conversation, or the code of a diagnostic such as CX3001')
    .option('--find <text>', 'show only where a text is in the request, or why it is not')
    .option('--html <out>', 'write a page for a browser')
    .option('--force', 'with --html: overwrite a file that ctxc explain did not write')
    .action((subject: string, given: CommandOptions) => run(io => explainCommand(subject, given, io)))
}

function declareDiff(program: Command, run: Perform): void {
  addCompileOptions(program.command('diff'))
    .description(
      'show where the requests for two versions of a conversation diverge; the later one is compiled with the plan of the earlier one',
    )
    .argument('<earlier>', 'the earlier version of the conversation')
    .argument('<later>', 'the later version of the conversation')
    .option('--exit-code', 'exit with 3 if the requests diverge, for scripts')
    .action((earlier: string, later: string, given: CommandOptions) =>
      run(io => diffCommand(earlier, later, given, io)),
    )
}

function declareCheck(program: Command, run: Perform): void {
  program
    .command('check')
    .description('find mistakes in programs before they run: missing keys, lost or repeated answers, \u2026')
    .argument(
      '<paths...>',
      'modules that export programs, or JSON files; also folders and patterns such as src/**/*.ts',
    )
    .option('--allow-import', 'load the modules of a folder or a pattern, which runs their code')
    .option(
      '--level <code=level>',
      'level of a code: error, warn, info or off; may be repeated',
      collectOption,
    )
    .option('--max-warnings <count>', 'exit with 1 if there are more warnings')
    .option('--model-rows <file>', 'rows of models that ctxc does not know, as JSON')
    .option('--format <format>', 'pretty, json or sarif', 'pretty')
    .addHelpText(
      'after',
      '\nA program that is part of another program of its module is checked with that program.\nIf a file cannot be read, the others are still checked. Exits with 1 if a finding has level error,\nwith 2 if a file could not be read. ctxc explain CX1001 explains a finding.\n\n  ctxc check src/app.ts --level CX1009=off --level CX1022=info --max-warnings 0\n  ctxc check src --allow-import --format sarif > findings.sarif',
    )
    .action((files: readonly string[], given: CheckGiven) => run(io => checkCommand(files, given, io)))
}

function declareFlow(program: Command, run: Perform): void {
  program
    .command('flow')
    .description('show the data flow of a program: which agent reads, writes and sees which data')
    .argument('<file>', 'a module that exports a program')
    .option('--export <name>', 'name of the export, if a module exports several programs')
    .option('--format <format>', 'pretty, mermaid or json', 'pretty')
    .action((file: string, given: CommandOptions) => run(io => flowCommand(file, given, io)))
}

function declarePreview(program: Command, run: Perform): void {
  program
    .command('preview')
    .description('show every agent of a program: sizes, keys, history, and the cost of one pass')
    .argument('<file>', 'a module that exports a program, or JSON')
    .option('--export <name>', 'the export, if there are several programs')
    .option('--session <file>', 'the session, as its toJSON gives it, or a conversation')
    .option('--model <model>', 'the model of agents that name none')
    .option('--model-rows <file>', 'rows of models that ctxc does not know, as JSON')
    .option('--target <target>', `the request format: ${targetNames.join(', ')}`)
    .option('--budget <tokens>', 'the most tokens of input')
    .option('--aim <tokens>', 'the soft size: when a turn begins, a longer history is brought down')
    .option('--allow-import', 'of a program as JSON: import the modules that it names, which runs their code')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((file: string, given: CommandOptions) => run(io => previewCommand(file, given, io)))
}

function declareDoctor(program: Command, run: Perform): void {
  program
    .command('doctor')
    .description(
      'report on a program or a conversation: problems, repairs, cache breaks, largest parts, next steps',
    )
    .argument('<file>', 'a conversation, or a module that exports a program, or JSON of either')
    .option('--export <name>', 'of a module: the program, if it exports several')
    .option('--model <model>', 'the model to call')
    .option('--model-rows <file>', 'rows of models that ctxc does not know, as JSON')
    .option('--target <target>', `the request format: ${targetNames.join(', ')}`)
    .option('--budget <tokens>', 'the most tokens of input')
    .option('--aim <tokens>', 'the soft size: when a turn begins, a longer history is brought down')
    .option('--cache <marks>', 'keep the marks of the messages, mark, or a lifetime: 5m, 1h')
    .option('--question <text>', 'try policies with this message of the user, which needs --expect')
    .option('--expect <text>', 'the text of the conversation that the answer needs')
    .option('--format <format>', 'pretty or json', 'pretty')
    .action((file: string, given: CommandOptions) => run(io => doctorCommand(file, given, io)))
}

function declareExample(program: Command, run: Perform): void {
  program
    .command('example')
    .description('copy an example of the package into your project, and say how to start it')
    .argument('[name]', 'the example; without it, all are listed')
    .argument('[folder]', 'where to copy it to; a folder of its name, if there is none')
    .action((name: string | undefined, folder: string | undefined) =>
      run(io => exampleCommand(name, folder, io)),
    )
}

/** Collects the values of a repeatable option. */
const collectOption = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

const addPlanOption = (command: Command): Command =>
  command.option('--plan <file>', 'keep the prefix of an earlier compile: the output of its --format json')

const addCompileOptions = (command: Command): Command =>
  command
    .option('--target <target>', `request format: ${targetNames.join(', ')}`)
    .option('--model <model>', 'the model to call')
    .option('--model-rows <file>', 'rows of models that ctxc does not know, as JSON')
    .option('--export <name>', 'name of the export, if a module exports several programs')
    .option('--agent <name>', 'for a program: the agent to compile for, if not the next one')
    .option(
      '--allow-import',
      'for a program as JSON: import the modules that it names, which runs their code',
    )
    .option('--session <file>', 'for a program: the session as written by toJSON, or a conversation')
    .option('--budget <tokens>', 'upper bound of input tokens')
    .option('--aim <tokens>', 'soft size: when a turn begins, a longer history is brought down')
    .option('--cache <marks>', 'cache breakpoints: keep (those of the input), mark, or a lifetime: 5m, 1h')
    .option('--format <format>', 'pretty or json', 'pretty')
