import { open, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type Io, UsageError } from '../io.ts'
import { listFolder } from '../look.ts'

/** Maximum size, in bytes, of a file that a command may read. */
const largest = 50_000_000

/** Environment of one command that a coding agent called, and the output of the command. */
export interface BoundedIo {
  readonly io: Io
  readonly printed: () => string
}

/**
 * Returns an environment in which a command can read only files below a folder; links are resolved before the check.
 * The command can load no module, write no file, and ask no question.
 */
export function restrictToRoot(root: string, io: Io): BoundedIo {
  let printed = ''
  const print = (text: string): void => {
    printed += text
  }
  return {
    printed: () => printed,
    io: {
      ...io,
      out: print,
      err: print,
      // A URL always means a page of ctxc itself, so reading it is allowed.
      readFile: async path => (path instanceof URL ? io.readFile(path) : readBelow(root, path)),
      look: async path => {
        const found = await pathBelow(root, path).catch(() => null)
        return found === null ? null : listFolder(found)
      },
      importModule: async () => {
        throw new UsageError(
          'this server loads no modules, because that would run their code',
          'give the program as JSON',
        )
      },
      readInput: async () => {
        throw new UsageError('this server has no standard input', 'give the path of a file')
      },
      writeFile: async () => {
        throw new UsageError('this server writes no files')
      },
      columns: 120,
      colour: { out: false, err: false },
      terminal: null,
    },
  }
}

async function readBelow(root: string, path: string): Promise<string> {
  const found = await pathBelow(root, path)
  const { size } = await stat(found)
  if (size > largest) throw new UsageError(`'${path}' has more than ${largest} bytes`)
  const file = await open(found)
  try {
    if (!(await file.stat()).isFile()) throw new UsageError(`'${path}' is not a file`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Returns the real path of a file below a folder. For any other path, throws before a file is opened. */
async function pathBelow(root: string, path: string): Promise<string> {
  if (path.includes('\0')) throw outsideRootError(path)
  const base = await realpath(root)
  const wanted = isAbsolute(path) ? resolve(path) : join(base, path)
  // The error for a path outside the folder must not reveal whether a file exists there.
  if (!isBelow(base, wanted)) throw outsideRootError(path)
  const found = await realpath(wanted)
  if (!isBelow(base, found)) throw outsideRootError(path)
  const kind = await stat(found)
  if (!kind.isFile() && !kind.isDirectory()) throw new UsageError(`'${path}' is not a file`)
  return found
}

function isBelow(base: string, path: string): boolean {
  const way = relative(base, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}

const outsideRootError = (path: string): UsageError =>
  new UsageError(
    `'${path}' is outside the folder of this server`,
    'start the server with --root DIR for another folder',
  )
