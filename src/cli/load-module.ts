import { relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { isObject } from '../ir/json.ts'
import { cutColumns, oneLine } from '../text/columns.ts'
import { reasonOf } from '../text/reason.ts'
import { type Io, UsageError } from './io.ts'

/** Exports of a module, by name. */
export type Exports = Readonly<Record<string, unknown>>

/** Loads a module; one that cannot be loaded, or that throws while it is, is told, not traced. */
export async function loadModule(file: string, io: Io): Promise<Exports> {
  const url = pathToFileURL(resolve(file)).href
  try {
    const found = await io.importModule(url)
    // A module that was made into CommonJS keeps its exports in the default of what is seen from here.
    return found.__esModule === true && isObject(found.default) ? found.default : found
  } catch (error) {
    throw refusal(error, file, url)
  }
}

/** The longest reason that is shown, in columns. */
const longest = 600

/** An error says why; anything else is only there. */
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
      `this Node cannot read TypeScript: '${file}'`,
      'Node reads it from 22.18 on; or give the module as JavaScript',
    )
  const place = placeIn(fieldOf(error, 'stack'))
  // Node keeps the place of a slip in JavaScript for its own report.
  const hidden = fieldOf(error, 'name') === 'SyntaxError' ? `node ${file} shows where` : null
  const help = place === '' ? hidden : `it happens at ${place}`
  return new UsageError(`cannot load '${file}': ${reason}`, help)
}

/** A field of what was thrown, if it is a text. */
function fieldOf(error: unknown, field: string): string {
  try {
    const value = isObject(error) ? error[field] : undefined
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}

/** A line of a stack that names a file, and the first line of one that shows where a text cannot be read. */
const frame = /^(?:|[ \t]+at .*?\(?)(file:\S+?)((?::\d+){1,2})\)?$/gm

/** The first place of a stack that is in neither a package nor this one: where the user can mend it. */
function placeIn(stack: string): string {
  const own = new URL('.', import.meta.url).href
  for (const [, url = '', position] of stack.slice(0, 10_000).matchAll(frame)) {
    if (url.startsWith(own) || url.includes('/node_modules/')) continue
    return `${shown(url)}${position}`
  }
  return ''
}

/** A file as it is written from here. */
function shown(url: string): string {
  try {
    const path = fileURLToPath(url)
    const here = relative('.', path)
    return here.split(sep)[0] === '..' ? path : here
  } catch {
    // A stack may say anything.
    return url
  }
}
