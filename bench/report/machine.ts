import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Where and with what this was measured. */
export function machine(): string {
  const path = new URL('../package.json', import.meta.url)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path, 'utf8'))
  const peers = Object.entries({ ...dependencies, ...optionalDependencies })
  const processors = cpus()
  return [
    `Node ${process.version}, ${processors.length} × ${processors[0]?.model.trim()}, ${process.platform} ${process.arch}`,
    ...peers.map(([name, version]) => `${name} ${version}`),
    '',
  ].join('\n')
}

/** How a ratio reads. */
export const legend = 'A ratio above 1×: ours is better.'
