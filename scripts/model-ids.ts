// Writes src/target/model-ids.json, the ids of every vendor's models.json; `--check` fails when it is stale.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import anthropic from '../src/target/anthropic/models.json' with { type: 'json' }
import gemini from '../src/target/gemini/models.json' with { type: 'json' }
import openai from '../src/target/openai/shared/models.json' with { type: 'json' }
import { root } from './entries.ts'

const file = 'src/target/model-ids.json'
const ids = [anthropic, gemini, openai].flatMap(({ models }) => models.map(({ id }) => id))
const text = `${JSON.stringify(ids, null, 2)}\n`
process.chdir(root)
if (process.argv.includes('--check')) {
  if (readFileSync(join(root, file), 'utf8') !== text) {
    console.error(`${file} is stale: npm run docs:update`)
    process.exit(1)
  }
  console.log(`${file}: as the tables of models say`)
} else {
  writeFileSync(file, text)
  console.log(`${file}: ${ids.length} ids written`)
}
