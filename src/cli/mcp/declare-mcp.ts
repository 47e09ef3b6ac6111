import manifest from '../../../package.json' with { type: 'json' }
import type { Command } from '../commander.ts'
import type { Perform } from '../io.ts'
import type { RunCommand } from './call-tool.ts'
import type { McpGiven } from './serve.ts'

const help = `
Tools: compile, explain, check, diff, count. Only data files below DIR are read; no module is loaded.

  { "mcpServers": { "ctxc": { "command": "npx", "args": ["ctxc", "mcp", "--root", "."] } } }`

/** Declares the command `mcp`, which offers other commands as tools to coding agents. */
export const declareMcp = (program: Command, perform: Perform, run: RunCommand): Command =>
  program
    .command('mcp')
    .description('serve the commands as tools of an MCP server, for coding agents')
    .option('--root <dir>', 'the folder whose files may be read', '.')
    .addHelpText('after', help)
    .action((given: McpGiven) =>
      perform(async io => (await import('./serve.ts')).serveMcp(given, io, run, manifest.version)),
    )
