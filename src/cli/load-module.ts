import { relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { isObject } from '../core/ir/json.ts'
import { cutColumns, oneLine } from '../core/text/columns.ts'
import { reasonOf } from '../core/text/reason.ts'
import { type Io, UsageError } from './io.ts'

/** Exports of a module, by name. */
export type Exports = Readonly<Record<string, unknown>>

/** Loads a module. If this fails, the error is reported without a stack trace. */
export async function loadModule(file: string, io: Io): Promise<Exports> {
  const url = pathToFileURL(resolve(file)).href
  try {
    const found = await io.importModule(url)
    // A module compiled to CommonJS has its exports under `default` here.
    return found.__esModule === true && isObject(found.default) ? found.default : found
  } catch (error) {
    throw loadError(error, file, url)
  }
}

/** Maximum width, in columns, of the reason in an error message. */
const longest = 600

/** Describes a thrown value: the message of an error, or any other value as text. */
const describeThrown = (error: unknown): string =>
  types.isNativeError(error) ? reasonOf(error) : `it throws ${reasonOf(error)}`

function loadError(error: unknown, file: string, url: string): UsageError {
  const reason = cutColumns(oneLine(describeThrown(error)), longest)
  const code = textFieldOf(error, 'code')
  if (code === 'ERR_MODULE_NOT_FOUND' && textFieldOf(error, 'url') === url)
    return new UsageError(`cannot read '${file}': no such file`)
  if (code === 'ERR_UNSUPPORTED_DIR_IMPORT' && textFieldOf(error, 'url') === url)
    return new UsageError(`cannot read '${file}': it is a directory`)
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.[cm]?ts"/.test(reason))
    return new UsageError(
      `this version of Node cannot run TypeScript: '${file}'`,
      'update Node to 22.18 or later, or compile the module to JavaScript first',
    )
  const place = firstOwnPlace(textFieldOf(error, 'stack'))
  // Node does not provide the position of a JavaScript syntax error.
  const hidden = textFieldOf(error, 'name') === 'SyntaxError' ? `node ${file} shows where` : null
  const help = place === '' ? hidden : `it happens at ${place}`
  return new UsageError(`cannot load '${file}': ${reason}`, help)
}

/** Returns a field of a thrown value if the field is a text, else ''. */
function textFieldOf(error: unknown, field: string): string {
  try {
    const value = isObject(error) ? error[field] : undefined
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

/** Line of a stack trace that names a file, or the first line of the stack of a syntax error. */
const frame = /^(?:|[ \t]+at .*?\(?)(file:\S+?)((?::\d+){1,2})\)?$/gm

/** Returns the first place of a stack trace outside packages and this program, because the user can fix that code. */
function firstOwnPlace(stack: string): string {
  const own = new URL('.', import.meta.url).href
  for (const [, url = '', position] of stack.slice(0, 10_000).matchAll(frame)) {
    if (url.startsWith(own) || url.includes('/node_modules/')) continue
    return `${relativeToFolder(url)}${position}`
  }
  return ''
}

/** Returns a file's path, relative to the current folder. */
function relativeToFolder(url: string): string {
  try {
    const path = fileURLToPath(url)
    const here = relative('.', path)
    return here.split(sep)[0] === '..' ? path : here
  } catch {
    // A stack trace may contain invalid URLs.
    return url
  }
}
