import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../entries.ts'
import { fencesOf } from './fence.ts'
import { pages, read } from './pages.ts'

/** Files of the repository that pages call by a short name. */
const copies: Readonly<Record<string, string>> = {
  'conversation.json': 'examples/real-conversation/conversation.json',
  'support.ts': 'examples/support-run/program.ts',
}

/** Writes the files that pages show (`file=NAME` after the language of a fence) into a folder. */
export function writeShownFiles(folder: string): void {
  const shown = new Map<string, string>()
  for (const page of pages)
    for (const { mark, code } of fencesOf(read(page))) {
      const name = /^file=(\S+)$/.exec(mark)?.[1]
      if (name === undefined) continue
      if (shown.has(name)) throw new Error(`${page} shows another file '${name}' than an earlier page`)
      shown.set(name, code)
    }
  for (const [name, code] of shown) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
  for (const [name, file] of Object.entries(copies)) copyFileSync(join(root, file), join(folder, name))
}
