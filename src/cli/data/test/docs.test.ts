import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check } from 'ctxc/check'
import { parseProgram } from 'ctxc/program'
import { expect, test } from 'vitest'

const page = readFileSync(join(import.meta.dirname, '../../../../docs/data.md'), 'utf8')
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? ''

// `npm run docs` runs the samples of the page, and compares what they print.
test('the file of docs/data.md is a valid program without findings', () => {
  const { program, diagnostics } = parseProgram(JSON.parse(block('json')))
  expect(diagnostics).toEqual([])
  expect(program && check(program).ok).toBe(true)
})
