import { exit, type Io, UsageError } from '../io.ts'
import { reportError } from '../report-error.ts'
import { restrictToRoot } from './below-root.ts'
import { commandTools, countTool, type Given } from './tools.ts'

/** Function that runs a command line in an environment. */
export type RunCommand = (argv: readonly string[], io: Io) => Promise<number>

/** Maximum number of characters in a tool result, because a coding agent has to read all of it. */
const longest = 40_000

/** Result of a tool call, in the form of MCP. */
export interface CallResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }]
  readonly isError?: true
}

/** Runs a tool that a coding agent called. Every failure becomes an error result. */
export async function callServerTool(
  name: string,
  given: Given,
  { root, io, run }: { readonly root: string; readonly io: Io; readonly run: RunCommand },
): Promise<CallResult> {
  const bounded = restrictToRoot(root, io)
  const fail = (error: unknown): CallResult => {
    const shown =
      error instanceof UsageError ? error : new UsageError(String((error as Error | null)?.message ?? error))
    reportError(shown, bounded.io)
    return result(bounded.printed(), true)
  }
  try {
    if (name === countTool.name) return result(countTool.run(given), false)
    const tool = commandTools.find(each => each.name === name)
    if (tool === undefined) throw new UsageError(`no tool has the name '${name}'`)
    const code = await run(tool.argv(given), bounded.io)
    return result(bounded.printed(), code === exit.usage)
  } catch (error) {
    return fail(error)
  }
}

function result(text: string, isError: boolean): CallResult {
  const left = text.length - longest
  const shown =
    left > 0
      ? `${text.slice(0, longest)}\n… ${left} more characters; ask for a part, or for a smaller budget`
      : text
  return { content: [{ type: 'text', text: shown }], ...(isError && { isError }) }
}
