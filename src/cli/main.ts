#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises'
import { argv, env, exit, stderr, stdin, stdout } from 'node:process'
import { text } from 'node:stream/consumers'
import { run } from './run.ts'

/** Nobody reads on (`ctxc … | head`): that is no error. */
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') exit(0)
    throw error
  })
}

const colour = !env.NO_COLOR && env.TERM !== 'dumb'

process.exitCode = await run(argv.slice(2), {
  out: written => stdout.write(written),
  err: written => stderr.write(written),
  readFile: path => readFile(path, 'utf8'),
  importModule: async url => (await import(url)) as Readonly<Record<string, unknown>>,
  readInput: () => text(stdin),
  writeFile: (path, page) => writeFile(path, page),
  columns: Math.min(stdout.columns ?? 100, 160),
  colour: { out: colour && stdout.isTTY === true, err: colour && stderr.isTTY === true },
})
