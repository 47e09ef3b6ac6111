import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TargetName } from '../src/core/ir/target-name.ts'
import { root } from './entries.ts'

const folders = new Map(
  globSync('src/core/{target,vendor}/**/index.ts', { cwd: root }).flatMap(file => {
    const [, name] = /^ {2}name: '([\w-]+)',$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
    return name === undefined ? [] : [[name, dirname(file)] as const]
  }),
)

/** Returns the folder of a target's code, relative to the root. */
export function targetFolder(name: TargetName): string {
  const folder = folders.get(name)
  if (folder === undefined) throw new Error(`no index.ts in src/core defines the target '${name}'`)
  return folder
}
