// This package is bundled separately from the rest of the command line, see tsdown.config.ts.
export { Command, CommanderError } from 'commander'
