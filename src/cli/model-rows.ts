import { Path } from '../core/form/path.ts'
import { isObject } from '../core/ir/json.ts'
import type { ModelRow } from '../core/ir/model.ts'
import { assertModelRows } from '../core/target/rows/assert-rows.ts'
import { inputName, readInput } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { parseFile } from './parse.ts'

const help = `the file holds a list of rows, or one row: [{ "id": "my-model", "window": 131072, "output": 8192 }]`

/** Reads table rows of models from a JSON file: a list of rows, one row, or an object with `models`. */
export async function readModelRows(file: string, io: Io): Promise<readonly ModelRow[]> {
  const name = inputName(file)
  const json = parseFile(await readInput(file, io), name, help)
  const rows = isObject(json) ? (json.models ?? [json]) : json
  try {
    assertModelRows(rows, Path.named('rows'))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new UsageError(`${name}: ${error.message}`, help)
  }
  return rows as unknown as readonly ModelRow[]
}
