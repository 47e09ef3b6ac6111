import { key, sqlite } from './ctxc.ts'

/** Returns the bytes of a stored session's parts and state as JSON: what any store has to keep. */
export async function contentOf(folder: string): Promise<number> {
  const store = await sqlite(folder, 'normal')
  const { events = [], state = {} } = (await store.read(key)) ?? {}
  await store.close()
  const values = [state, ...events.flatMap(({ parts, actions }) => [parts, actions?.state ?? []])]
  return values.reduce((sum: number, value) => sum + Buffer.byteLength(JSON.stringify(value)), 0)
}
