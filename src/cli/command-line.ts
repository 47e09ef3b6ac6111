import manifest from '../../package.json' with { type: 'json' }
import { printable } from '../text/columns.ts'
import { Command, CommanderError } from './commander.ts'
import { declareCommands } from './commands.ts'
import { exit, type Io, UsageError } from './io.ts'
import { reportError } from './report-error.ts'

/** Runs the command line and returns the exit code. `argv` has no program name. */
export async function commandLine(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exit.fine
  const program = new Command('ctxc')
    .description(
      'The context compiler for LLM agents: what is sent to a model, what is not, and why;\nwhat will go wrong in a program of agents, before it runs; and runs of it.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: text => io.out(text),
      // The error quotes the user's input.
      writeErr: text => io.err(printable(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .addHelpText(
      'after',
      '\nFILE is a module that exports an agent or a pipeline (TypeScript from Node 22.18 on), such a\nprogram as JSON (ctxc/schema/program.json) or, but for check, flow and run, a conversation: JSON, or\nJSON Lines with one message on each line; a request or its messages, of OpenAI Chat Completions\nor Responses, Anthropic Messages, Gemini or the AI SDK; messages of LangChain, a session of ADK,\nor roles and words. - is standard input.\n\nExit codes: 0 fine, 1 diagnostics of level error, 2 usage or unreadable input,\n3 the requests part (only of diff --exit-code), or a call\nwaits for approval (only of run).',
    )
  declareCommands(
    program,
    async command => {
      code = await command(io)
    },
    commandLine,
  )
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
