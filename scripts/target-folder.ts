import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TargetName } from '../src/ir/target-name.ts'
import { root } from './entries.ts'

const folders = new Map(
  globSync('src/target/**/index.ts', { cwd: root }).flatMap(file => {
    const [, name] = /^ {2}name: '([\w-]+)',$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
    return name === undefined ? [] : [[name, dirname(file)] as const]
  }),
)

/** Returns the folder of a target's code, relative to the root. */
export function targetFolder(name: TargetName): string {
  const folder = folders.get(name)
  if (folder === undefined) throw new Error(`no index.ts in src/target defines the target '${name}'`)
  return folder
}
