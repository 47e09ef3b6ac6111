import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../.cache')
const path = join(folder, 'o200k_base.tiktoken')

/** The rank file that @microsoft/tiktokenizer would download, written once from the ranks in `tiktoken`. */
export function rankFile(): string {
  if (existsSync(path)) return path
  const source = createRequire(import.meta.url).resolve('tiktoken/encoders/o200k_base.json')
  const ranks: string = JSON.parse(readFileSync(source, 'utf8')).bpe_ranks
  const lines = ranks.split('\n').flatMap(line => {
    const [, offset, ...tokens] = line.split(' ') // '! OFFSET base64 base64 …'
    return tokens.map((token, index) => `${token} ${Number(offset) + index}\n`)
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${path}.new`, lines.join(''))
  renameSync(`${path}.new`, path) // a half-written file would count as written
  return path
}
