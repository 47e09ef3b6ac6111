import { existsSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Package that `npm run priompt` installs. */
const beside = { '@impowering/priompt': '' }

const read = (file: string) => {
  const path = new URL(`../${file}`, import.meta.url)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** Machine and versions of a measurement. */
export interface Versions {
  readonly node: string
  readonly machine: string
  readonly peers: Readonly<Record<string, string>>
}

export function versions(): Versions {
  const { dependencies, optionalDependencies } = read('package.json') ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...beside })
  const peers = names.flatMap(name => {
    const installed = read(`node_modules/${name}/package.json`)
    return installed ? [[name, installed.version] as const] : []
  })
  const processors = cpus()
  return {
    node: process.version,
    machine: `${processors.length} × ${processors[0]?.model.trim()}, ${process.platform} ${process.arch}`,
    peers: Object.fromEntries(peers),
  }
}

/** Returns the machine and versions of this measurement as text. */
export function machine(): string {
  const { node, machine, peers } = versions()
  return [
    `Node ${node}, ${machine}`,
    ...Object.entries(peers).map(([name, version]) => `${name} ${version}`),
    '',
  ].join('\n')
}

/** Meaning of a ratio. */
export const legend = 'A ratio above 1×: ours is better.'
