import manifest from '../../package.json' with { type: 'json' }
import { withCleanOutput } from './clean-io.ts'
import { Command, CommanderError } from './commander.ts'
import { declareCommands } from './commands.ts'
import { exit, type Io, UsageError } from './io.ts'
import { reportError } from './report-error.ts'

/** Adds help text to the parser's usage errors: a suggestion, or a hint at the usage. */
function addUsageAdvice(text: string): string {
  if (!text.startsWith('error: ')) return text
  const [what = '', meant] = text.trimEnd().split('\n(Did you mean ')
  const help =
    meant === undefined
      ? 'ctxc --help lists commands, ctxc COMMAND --help their arguments'
      : `did you mean '${meant.slice(0, -'?)'.length)}'?`
  return `${what}\n  = help: ${help}\n`
}

/** Runs the command line, and returns the exit code. `argv` does not contain the program's name. */
export async function commandLine(argv: readonly string[], raw: Io): Promise<number> {
  const io = withCleanOutput(raw)
  let code: number = exit.fine
  const program = new Command('ctxc')
    .description(
      'The context compiler for LLM agents: shows what a model is sent, what is dropped, and why;\nchecks programs of agents before they run; and runs them.',
    )
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: text => io.out(text),
      writeErr: text => io.err(addUsageAdvice(text)),
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .addHelpText(
      'after',
      '\nFILE is a program or a conversation; check, flow and run take only programs. A program is a module that\nexports an agent or a pipeline (TypeScript from Node 22.18 on), or JSON (ctxc/schema/program.json).\nA conversation is JSON, or JSON Lines with one message on each line: a request or its messages of\nOpenAI Chat Completions or Responses, Anthropic Messages, Gemini or the AI SDK; messages of\nLangChain, a session of ADK, or roles and texts. Use - for standard input.\n\nExit codes: 0 fine, 1 diagnostics of level error, 2 usage or unreadable input,\n3 the requests diverge (only diff --exit-code), or a call waits for approval (only run).',
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
