import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { build as packaged } from 'tsdown'
import { expect, test } from 'vitest'
import { entries, root } from '../../scripts/entries.ts'
import config from '../../tsdown.config.ts'

const peers = ['langchain', '@langchain/*', '@openai/*', 'fast-check']

/** Errors of a browser bundle of one subpath, from the sources or as built, and the names that it exports. */
async function bundleOf(source: string): Promise<{ errors: readonly string[]; names: readonly string[] }> {
  const bundled = build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    external: peers,
    nodePaths: [join(root, 'node_modules')],
    loader: { '.bin': 'base64' },
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return bundled.then(
    ({ metafile }) => ({
      errors: [],
      names: Object.values(metafile.outputs).flatMap(({ exports }) => exports.toSorted()),
    }),
    ({ errors }: { errors: { text: string }[] }) => ({ errors: errors.map(({ text }) => text), names: [] }),
  )
}

test('every public subpath bundles for a browser (N2)', async () => {
  const errors = await Promise.all(
    entries.map(async ({ id, source }) => [id, (await bundleOf(source)).errors] as const),
  )
  expect(errors.filter(([, found]) => found.length > 0)).toEqual([])
})

// The sources alone do not show it: a chunk that the package shares with the command line may need Node.
test('every built subpath bundles for a browser, and exports the same as its source (N2)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ctxc-built-'))
  const outDir = join(folder, 'dist')
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json')) // names what is imported by condition
  try {
    for (const each of [config].flat())
      await packaged({
        ...each,
        config: false,
        cwd: root,
        outDir,
        copy: [],
        clean: false,
        dts: false,
        logLevel: 'silent',
      })
    for (const { id, name, source } of entries)
      expect([id, await bundleOf(join(outDir, `${name}.js`))]).toEqual([id, await bundleOf(source)])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const program = `
import { compile } from 'ctxc'
import { approximate } from 'ctxc/count/approximate'
import { fromAnthropic } from 'ctxc/from/anthropic'
const conversation = fromAnthropic([{ role: 'user', content: 'What is the weather in Paris?' }])
compile(conversation, { model: 'claude-sonnet-5', count: approximate }).then(
  ({ ok, request, tokens }) => console.log(JSON.stringify([ok, request.messages.length, tokens.exact])))`

test.each(['esm', 'cjs'] as const)('a bundle for a Node server compiles (%s, N13)', async format => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    platform: 'node',
    format,
    alias: Object.fromEntries(entries.map(({ id, source }) => [id, `./${source}`])),
    loader: { '.bin': 'base64' },
    write: false,
    logLevel: 'silent',
  })
  const input = outputFiles[0]?.text ?? ''
  const type = format === 'esm' ? 'module' : 'commonjs'
  const printed = execFileSync(process.execPath, [`--input-type=${type}`], { input, encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([true, 1, false])
})
