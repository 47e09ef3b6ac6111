import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from './places.ts'

/** The compiler's messages in Chinese, Japanese and Korean. */
export function cjk(): string[] {
  const languages = ['zh-cn', 'zh-tw', 'ja', 'ko']
  const paths = packages.flatMap(folder =>
    languages.map(language => join(folder, 'typescript/lib', language, 'diagnosticMessages.generated.json')),
  )
  const messages = paths.filter(path => existsSync(path)).flatMap(path => Object.values(readJson(path)))
  return [...new Set(messages)]
}

const readJson = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8'))
