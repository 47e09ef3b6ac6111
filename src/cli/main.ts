import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import process, { argv, env, exit, stderr, stdin, stdout } from 'node:process'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { oneLine } from '../core/text/columns.ts'
import { commandLine } from './command-line.ts'
import { importQuietly } from './import-module.ts'
import { exit as codes } from './io.ts'
import { listFolder } from './look.ts'
import { isFileOrDevice, outputFailed, writeFully } from './output.ts'

/** Whether the command has finished, so that the end of the process is expected. */
let ended = false

/** Ends the process with an error which says that the output failed. */
function endWithOutputError(error: unknown): never {
  ended = true
  stderr.write(`error: ${oneLine(outputFailed(error).message)}\n`)
  return exit(codes.usage)
}

/** Whether the reader of the output closed the pipe (`ctxc … | head`), which is not an error. */
const isPipeClosed = (error: NodeJS.ErrnoException): boolean => error.code === 'EPIPE'

const print = stdout.write.bind(stdout)
const stored = !stdout.isTTY && isFileOrDevice(stdout.fd)

/** Output of a chat, which uses the real standard output even if a loaded module redirects it. */
const screen = Object.defineProperty(
  new Writable({ decodeStrings: false, write: (chunk, _, done) => void print(chunk, done) }),
  'columns',
  { get: () => stdout.columns },
)

/** Returns the user's name in the operating system; empty if the system has none. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return 'terminal'
  }
}

const colour = !env.NO_COLOR && env.TERM !== 'dumb'

/** Ends the process if its output fails, and reports a process that ends too early. */
function watchProcess(): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    ended = true
    if (isPipeClosed(error)) exit(codes.fine)
    endWithOutputError(error)
  })
  // If standard error fails too, there is no output left for a message.
  stderr.on('error', (error: NodeJS.ErrnoException) => {
    ended = true
    exit(isPipeClosed(error) ? codes.fine : codes.usage)
  })

  // A loaded module may end the process or wait forever. The exit code must not signal success in this case.
  process.on('exit', () => {
    if (ended) return
    stderr.write('error: a module ended the process, or waits for a promise that never settles\n')
    process.exitCode = codes.usage
  })
  stdout.on('resize', () => screen.emit('resize'))
}

/** Runs the command of this process, and ends the process. */
export function main(): void {
  watchProcess()
  commandLine(argv.slice(2), {
    out: written => (stored ? writeFully(stdout.fd, written) : print(written)),
    err: written => stderr.write(written),
    readFile: path => readFile(path, 'utf8'),
    look: listFolder,
    importModule: url => {
      // Text that a module prints is not part of the command's output, so it is written to standard error.
      stdout.write = stderr.write.bind(stderr) as typeof stdout.write
      return importQuietly(url)
    },
    readInput: () => text(stdin),
    writeFile: (path, page) => writeFile(path, page),
    makeFolder: async path => void (await mkdir(path, { recursive: true })),
    // Some terminals report a width of 0 columns.
    columns: Math.min(stdout.columns || 100, 160),
    colour: { out: colour && stdout.isTTY === true, err: colour && stderr.isTTY === true },
    terminal: stdin.isTTY && stdout.isTTY ? { input: stdin, output: screen } : null,
    onInterrupt: listener => {
      // A second ^C ends the process.
      process.once('SIGINT', listener)
      return () => process.off('SIGINT', listener)
    },
    user: userName(),
    env,
    now: Date.now,
    generateId: () => crypto.randomUUID(),
  }).then(
    code => {
      ended = true
      // A server or connection of a module may keep the process alive, so the process is ended after all output.
      const endAfterOutput = () => stderr.write('', () => exit(code))
      if (stored) endAfterOutput()
      else print('', error => (error && !isPipeClosed(error) ? endWithOutputError(error) : endAfterOutput()))
    },
    error => {
      ended = true
      throw error
    },
  )
}
