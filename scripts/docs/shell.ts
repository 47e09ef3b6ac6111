import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../entries.ts'
import { inFolder } from './console.ts'
import { fencesOf } from './fence.ts'
import { pages, read } from './pages.ts'

const cli = join(root, 'dist/cli.js')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }

interface Line {
  readonly place: string
  readonly command: string
  /** Exit code that the comment at the line's end states; 0 without a comment. */
  readonly ends: number
}

/** Lists the commands of `sh` blocks, in their order. */
const linesOf = (page: string): readonly Line[] =>
  fencesOf(read(page)).flatMap(({ language, code, line }) =>
    language === 'sh'
      ? code.split('\n').flatMap((text, index): Line[] => {
          const [command = '', comment = ''] = text.split(/\s+# /)
          const ends = Number(/\bends with (\d)/.exec(comment)?.[1] ?? 0)
          return command === '' ? [] : [{ place: `${page}:${line + index}`, command, ends }]
        })
      : [],
  )

/**
 * Runs every `npx ctxc` of the pages' shell blocks in a folder with the files that they name, one after the other.
 * Returns a line for each that ends with another code than stated, and for each `npm run` of an unknown script.
 */
export const runShell = (): { readonly ran: number; readonly faults: readonly string[] } =>
  inFolder(folder => {
    writeFiles(folder)
    const lines = pages.flatMap(linesOf)
    const faults = lines.flatMap(({ place, command, ends }) =>
      command.split(' && ').flatMap(part => faultsOf(part, ends, folder).map(fault => `${place}: ${fault}`)),
    )
    return { ran: lines.filter(({ command }) => command.startsWith('npx ctxc ')).length, faults }
  })

function faultsOf(command: string, ends: number, cwd: string): readonly string[] {
  const script = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1] ?? ''
  if (command.startsWith('npm '))
    return ['ci', 'install', 'pack'].includes(script) || script in scripts
      ? []
      : [`there is no script '${script}'`]
  if (!command.startsWith('npx ctxc ')) return [`no program for '${command}'`]
  const [line = '', file] = command.slice('npx ctxc '.length).split(' > ')
  const argv = (line.match(/'[^']*'|\S+/g) ?? []).map(word => word.replace(/^'|'$/g, ''))
  // A chat gets one message, and a server gets no client.
  const input = argv[0] === 'run' ? 'Hello' : ''
  const run = spawnSync(process.execPath, [cli, ...argv], { cwd, encoding: 'utf8', input, timeout: 60_000 })
  if (file !== undefined) writeFileSync(join(cwd, file), run.stdout)
  return run.status === ends
    ? []
    : [`${command} ends with ${run.status}, not ${ends}: ${run.stdout}${run.stderr}`]
}

/** Writes the files that the commands name. */
function writeFiles(folder: string): void {
  const { messages, ...rest } = JSON.parse(readFileSync(join(folder, 'conversation.json'), 'utf8')) as {
    messages: readonly object[]
  }
  const seat = { role: 'user', content: 'I would like seat 12A.' }
  const conversation = (count: number): string =>
    JSON.stringify({ ...rest, messages: [...messages.slice(0, count), seat] })
  for (const name of ['earlier.json', 'monday.json']) writeFileSync(join(folder, name), conversation(9))
  for (const name of ['conversation.json', 'later.json', 'longer.json', 'tuesday.json'])
    writeFileSync(join(folder, name), conversation(messages.length))
  mkdirSync(join(folder, 'src'), { recursive: true })
  for (const name of ['app.ts', 'src/report.ts', 'src/clerk.agent.ts'])
    copyFileSync(join(root, 'scripts/docs/shell/app.ts'), join(folder, name))
  for (const command of [
    'npx ctxc compile earlier.json --model gpt-5.4 --format json > last.json',
    "npx ctxc run app.ts --session setup --model scripted --message 'Hi'",
  ]) {
    const [fault] = faultsOf(command, 0, folder)
    if (fault !== undefined) throw new Error(fault)
  }
}
