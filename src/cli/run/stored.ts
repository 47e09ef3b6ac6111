import type { Command } from '../commander.ts'

/** Declares the options of a command on a store. */
export const stored = (command: Command): Command =>
  command
    .option('--store <path>', 'the store: a file (.ctxc/sessions.db by default), or memory for none')
    .option('--owner <app>', 'the app to which the session belongs (ctxc by default)')
    .option('--user <name>', 'the user of the app to whom it belongs')
