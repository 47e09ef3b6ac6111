import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from './places.ts'

/** The TypeScript compiler's messages in a language. */
export function messages(language: string): string[] {
  const file = join('typescript/lib', language, 'diagnosticMessages.generated.json')
  const paths = packages.map(folder => join(folder, file)).filter(path => existsSync(path))
  return paths.flatMap(path => Object.values(readJson(path)))
}

const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'))
