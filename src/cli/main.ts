#!/usr/bin/env node
import { readFile, writeFile } from 'node:fs/promises'
import process, { argv, env, exit, stderr, stdin, stdout } from 'node:process'
import { text } from 'node:stream/consumers'
import { importModule } from './import-module.ts'
import { exit as codes } from './io.ts'
import { run } from './run.ts'

/** Whether the process ends because the command did. */
let ended = false

/** Nobody reads on (`ctxc … | head`): that is no error. */
for (const stream of [stdout, stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    ended = true
    if (error.code === 'EPIPE') exit(codes.fine)
    throw error
  })
}

/** A module may end the process, or wait for what never comes: that must not look as if all were fine. */
process.on('exit', () => {
  if (ended) return
  stderr.write('error: a module ended the process, or waits for what never comes\n')
  process.exitCode = codes.usage
})

const print = stdout.write.bind(stdout)

const colour = !env.NO_COLOR && env.TERM !== 'dumb'

run(argv.slice(2), {
  out: written => print(written),
  err: written => stderr.write(written),
  readFile: path => readFile(path, 'utf8'),
  importModule: url => {
    // What a module prints is no output of the command.
    stdout.write = stderr.write.bind(stderr) as typeof stdout.write
    return importModule(url)
  },
  readInput: () => text(stdin),
  writeFile: (path, page) => writeFile(path, page),
  // A terminal may say that it has none.
  columns: Math.min(stdout.columns || 100, 160),
  colour: { out: colour && stdout.isTTY === true, err: colour && stderr.isTTY === true },
}).then(
  code => {
    ended = true
    // A module may keep the process alive: a server, a connection. What was written has to be out first.
    print('', () => stderr.write('', () => exit(code)))
  },
  error => {
    ended = true
    throw error
  },
)
