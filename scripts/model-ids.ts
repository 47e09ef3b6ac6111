// Writes src/target/model-ids.json, the ids of every models.json in src/target; `--check` fails when it is stale.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'

const file = 'src/target/model-ids.json'
process.chdir(root)
const ids = globSync('src/target/**/models.json')
  .sort()
  .map(
    path => JSON.parse(readFileSync(path, 'utf8')) as { readonly models: readonly { readonly id: string }[] },
  )
  .flatMap(({ models }) => models.map(({ id }) => id))
const text = `${JSON.stringify(ids, null, 2)}\n`
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
