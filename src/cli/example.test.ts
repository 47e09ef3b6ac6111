import { expect, test } from 'vitest'
import { runIn } from './test-io.ts'

test('example lists the examples of the package', async () => {
  const { code, out } = await runIn({}, 'example')
  expect(code).toBe(0)
  expect(out).toContain('quick-start           The first example of the README\n')
  expect(out.trim().split('\n').length).toBeGreaterThan(15)
})

test('example copies an example as a module, without the tests of the repository, and says what to install', async () => {
  const { code, out, written } = await runIn({}, 'example', 'pipeline', 'desk')
  expect(code).toBe(0)
  expect(Object.keys(written).sort()).toEqual(
    ['README.md', 'desk.ts', 'index.ts', 'model.ts', 'package.json', 'program.ts'].map(
      file => `desk/${file}`,
    ),
  )
  expect(JSON.parse(written['desk/package.json'] ?? '')).toEqual({ private: true, type: 'module' })
  expect(out).toMatch(/npm install @copilotkit\/aimock@\S+ openai@\S+\n {2}node desk\/index\.ts\n$/)
})

test('example copies a page, and installs what the example itself declares', async () => {
  const { out, written } = await runIn({}, 'example', 'chat')
  expect(Object.keys(written)).toContain('chat/page/index.tsx')
  expect(out).toMatch(
    /npm install @ai-sdk\/react@\S+ ai@\S+ esbuild@\S+ react@\S+ react-dom@\S+\n {2}node chat\/server\.ts\n$/,
  )
})

test('example lets the pages of a copy link to those of the package', async () => {
  const { written } = await runIn({}, 'example', 'own-store', '/tmp/none-such/own-store')
  expect(written['/tmp/none-such/own-store/README.md']).toMatch(/\]\((?:\.\.\/)+\S*\/docs\/stores\.md\)/)
})

test('example overwrites nothing, and names the nearest example', async () => {
  const there = await runIn({}, 'example', 'pipeline', 'src')
  expect([there.code, there.err.split('\n')[0], there.written]).toEqual([
    2,
    'error: src is there already',
    {},
  ])
  const unknown = await runIn({}, 'example', 'pipelin')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("did you mean 'pipeline'?")])
})
