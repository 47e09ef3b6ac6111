// Writes schema/program.json from src/cli/data/schema.ts; `--check` fails when it is stale.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programSchema } from '../src/cli/data/schema.ts'
import { root } from './entries.ts'

const file = 'schema/program.json'
const text = `${JSON.stringify(programSchema, null, '\t')}\n`
process.chdir(root)
if (process.argv.includes('--check')) {
  if (readFileSync(join(root, file), 'utf8') !== text) {
    console.error(`${file} is stale: npm run docs:update`)
    process.exit(1)
  }
  console.log(`${file}: as src/cli/data/schema.ts says`)
} else {
  mkdirSync('schema', { recursive: true })
  writeFileSync(file, text)
  console.log(`${file}: written`)
}
