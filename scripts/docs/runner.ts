// Runs samples in one process: `node runner.ts NUMBER...`; sends the problems of each to its parent.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { formatWithOptions, inspect } from 'node:util'
import { root } from '../entries.ts'
import { standInForProviders } from './stand-in.ts'
import { agrees, type Stated, statedOutputs } from './stated.ts'
import { folder, moduleOf, place } from './workspace.ts'

/** Fault of a sample, with the line in its file. */
export interface Problem {
  readonly index: number
  readonly line: number
  readonly text: string
}

/** Time limit in milliseconds for a sample to load and to print its stated output; long, for a busy machine. */
const limit = 60_000

Error.stackTraceLimit = 50 // errors are thrown deep in the library, and the last frame is the sample's
const inFolder = pathToFileURL(folder).href
const atRoot = pathToFileURL(join(root, 'package.json')).href

registerHooks({
  // Samples import the built package by its own name, and the newest OpenAI client.
  resolve(specifier, context, next) {
    if (!context.parentURL?.startsWith(inFolder)) return next(specifier, context)
    return next(specifier.replace(/^openai(?=$|\/)/, 'openai-7'), { ...context, parentURL: atRoot })
  },
  load(url, context, next) {
    if (!url.startsWith(inFolder)) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', source, shortCircuit: true }
  },
})

/** Printed texts of samples, by `NUMBER:LINE`. */
const printed = new Map<string, string[]>()
const problems: Problem[] = []
let current = 0

console.log = (...values: unknown[]) => {
  const [, index, line] = place.exec(new Error().stack ?? '') ?? []
  const key = `${index}:${line}`
  const text = formatWithOptions({ breakLength: Infinity }, ...values).replaceAll(
    '[Object: null prototype] ',
    '',
  )
  printed.set(key, [...(printed.get(key) ?? []), text])
}

function fail(error: unknown, index = current): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : inspect(error)
  const [, at, line] = place.exec(text) ?? []
  problems.push({ index: Number(at ?? index), line: Number(line ?? 0), text: text.split('\n    at ')[0]! })
}
process.on('unhandledRejection', error => fail(error))
process.on('uncaughtException', error => fail(error))

const outputOf = (index: number, line: number): string => (printed.get(`${index}:${line}`) ?? []).join('\n')

async function run(index: number): Promise<void> {
  current = index
  const late = Symbol('late')
  const path = moduleOf(index)
  const stated = [...statedOutputs(readFileSync(path, 'utf8'))]
  const end = Date.now() + limit
  try {
    const timer = wait(limit, late, { ref: false })
    if ((await Promise.race([import(pathToFileURL(path).href), timer])) === late)
      throw new Error('does not end')
  } catch (error) {
    return fail(error, index)
  }
  const isMissing = ([line]: [number, Stated]): boolean => !printed.has(`${index}:${line}`)
  while (stated.some(isMissing) && Date.now() < end) await wait(20)
  for (const [line, { text, line: at }] of stated) {
    const output = outputOf(index, line)
    if (!agrees(text, output))
      problems.push({ index, line: at, text: `states\n    ${text}\n  but prints\n    ${output}` })
  }
}

await standInForProviders()
process.chdir(join(folder, 'files'))
for (const number of process.argv.slice(2)) {
  await run(Number(number))
  process.send!({ done: Number(number), problems: problems.splice(0) })
}
await wait(50) // a rejection of the last one
process.send!({ done: -1, problems })
process.exit()
