import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { data } from './places.ts'

/** The values in a recorded file, one a line; none where the folder is missing. */
export function records(file: string, folder = data): unknown[] {
  const path = join(folder, file)
  if (!existsSync(path)) return []
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  return lines.map(line => JSON.parse(line))
}
