import type { Command } from '../commander.ts'
import type { Perform } from '../io.ts'
import type { ReplayGiven } from './replay.ts'

const replayHelp = `
The log holds what startLive({ record }) was given, a line of JSON each.

  ctxc live replay host.ts call.jsonl
  ctxc live replay host.ts call.jsonl --format json | jq .sent`

/** Declares the commands about live conversations. */
export function declareLive(program: Command, run: Perform): void {
  program
    .command('live')
    .description('look at recorded live conversations')
    .command('replay')
    .description('show what a realtime model was sent, when and why, and what waited')
    .argument('<file>', 'the module that exports the agent of live()')
    .argument('<log>', 'the recorded conversation, as JSON Lines')
    .option('--export <name>', 'the export of the module')
    .option('--profile <name>', 'the profile of the model; by default that of its name')
    .option('--format <format>', 'pretty or json', 'pretty')
    .addHelpText('after', replayHelp)
    .action((file: string, log: string, given: ReplayGiven) =>
      run(async io => (await import('./replay.ts')).replayCommand(file, log, given, io)),
    )
}
