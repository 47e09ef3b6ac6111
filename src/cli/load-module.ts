import { relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { isObject } from '../core/ir/json.ts'
import { cutColumns, oneLine } from '../core/text/columns.ts'
import { reasonOf } from '../core/text/reason.ts'
import { type Io, UsageError } from './io.ts'

/** Exports of a module, by name. */
export type Exports = Readonly<Record<string, unknown>>

/** Loads a module; if it fails to load, the error is reported without a stack trace. */
export async function loadModule(file: string, io: Io): Promise<Exports> {
  const url = pathToFileURL(resolve(file)).href
  try {
    const found = await io.importModule(url)
    // The exports of a module compiled to CommonJS are under `default` here.
    return found.__esModule === true && isObject(found.default) ? found.default : found
  } catch (error) {
    throw refusal(error, file, url)
  }
}

/** Maximum number of columns of a reason in an error message. */
const longest = 600

/** Describes a thrown value: an error's message, or any other value itself. */
const said = (error: unknown): string =>
  types.isNativeError(error) ? reasonOf(error) : `it throws ${reasonOf(error)}`

function refusal(error: unknown, file: string, url: string): UsageError {
  const reason = cutColumns(oneLine(said(error)), longest)
  const code = fieldOf(error, 'code')
  if (code === 'ERR_MODULE_NOT_FOUND' && fieldOf(error, 'url') === url)
    return new UsageError(`cannot read '${file}': no such file`)
  if (code === 'ERR_UNSUPPORTED_DIR_IMPORT' && fieldOf(error, 'url') === url)
    return new UsageError(`cannot read '${file}': it is a directory`)
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION' && /"\.[cm]?ts"/.test(reason))
    return new UsageError(
      `this version of Node cannot run TypeScript: '${file}'`,
      'update Node to 22.18 or later, or compile the module to JavaScript first',
    )
  const place = placeIn(fieldOf(error, 'stack'))
  // Node does not expose the place of a JavaScript syntax error.
  const hidden = fieldOf(error, 'name') === 'SyntaxError' ? `node ${file} shows where` : null
  const help = place === '' ? hidden : `it happens at ${place}`
  return new UsageError(`cannot load '${file}': ${reason}`, help)
}

/** Returns a text field of a thrown value; '' for any other field. */
function fieldOf(error: unknown, field: string): string {
  try {
    const value = isObject(error) ? error[field] : undefined
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

/** Line of a stack that names a file, or a stack's first line for text that cannot be parsed. */
const frame = /^(?:|[ \t]+at .*?\(?)(file:\S+?)((?::\d+){1,2})\)?$/gm

/** Returns the first place of a stack outside packages and this program, because there the user can fix the error. */
function placeIn(stack: string): string {
  const own = new URL('.', import.meta.url).href
  for (const [, url = '', position] of stack.slice(0, 10_000).matchAll(frame)) {
    if (url.startsWith(own) || url.includes('/node_modules/')) continue
    return `${shown(url)}${position}`
  }
  return ''
}

/** Returns a file's path relative to the current folder. */
function shown(url: string): string {
  try {
    const path = fileURLToPath(url)
    const here = relative('.', path)
    return here.split(sep)[0] === '..' ? path : here
  } catch {
    // A stack may contain invalid URLs.
    return url
  }
}
