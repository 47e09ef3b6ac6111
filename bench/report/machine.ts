import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Where and with what something was measured. */
export interface Versions {
  readonly node: string
  readonly machine: string
  readonly peers: Readonly<Record<string, string>>
}

export function versions(): Versions {
  const path = new URL('../package.json', import.meta.url)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path, 'utf8'))
  const processors = cpus()
  return {
    node: process.version,
    machine: `${processors.length} × ${processors[0]?.model.trim()}, ${process.platform} ${process.arch}`,
    peers: { ...dependencies, ...optionalDependencies },
  }
}

/** Where and with what this was measured, for people. */
export function machine(): string {
  const { node, machine, peers } = versions()
  return [
    `Node ${node}, ${machine}`,
    ...Object.entries(peers).map(([name, version]) => `${name} ${version}`),
    '',
  ].join('\n')
}

/** How a ratio reads. */
export const legend = 'A ratio above 1×: ours is better.'
