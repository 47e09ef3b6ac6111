import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Path } from '../../src/core/form/path.ts'
import type { ModelEntry, ModelRow } from '../../src/core/ir/model.ts'
import { assertModelRows } from '../../src/core/target/rows/assert-rows.ts'

interface Table {
  readonly models: readonly (ModelEntry<unknown> & Pick<ModelRow, 'prefix' | 'like'>)[]
}

const tables = globSync('src/core/**/models.json').map(
  path => [path, JSON.parse(readFileSync(path, 'utf8')) as Table] as const,
)

describe.each(tables)('%s', (path, { models }) => {
  test('has only columns that code reads, each of its type', () => {
    assertModelRows(models, Path.named(path))
  })

  test('names a source and a day for each row', () => {
    for (const { id, source, asOf } of models) {
      expect(source.length, id).toBeGreaterThan(0)
      expect(asOf, id).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  test('names each model once', () => {
    const names = models.flatMap(({ id, aliases = [] }) => [id, ...aliases])
    expect(names.length).toBe(new Set(names).size)
  })
})
