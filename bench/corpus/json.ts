import { apiRows } from './api-rows.ts'
import { texts } from './files.ts'
import { createRandom } from './random.ts'
import { records } from './records.ts'

/** Every package.json, tool schemas, and pages of an API's rows for the rest. */
export function json(bytes: number): string[] {
  const tools = records('tools/livemcp_tools.json.gz').flat()
  const found = [...texts(/^package\.json$/), ...tools.map(tool => JSON.stringify(tool, null, 2))]
  const random = createRandom(2)
  let left = bytes - Buffer.byteLength(found.join(''))
  while (left > 0) {
    const page = apiRows(random)
    found.push(page)
    left -= page.length
  }
  return found
}
