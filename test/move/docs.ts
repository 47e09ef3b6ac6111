import { readFileSync } from 'node:fs'

/** The page that says what travels. */
export const page = new URL('../../docs/moving.md', import.meta.url)

/** Returns the losses that the page lists, with their codes: the rows of its table of losses. */
export function readLosses(): ReadonlyMap<string, ReadonlySet<string>> {
  const [, table = ''] = readFileSync(page, 'utf8').split('<!-- losses -->')
  return new Map(
    [...table.matchAll(/^\| ([^|]+?) +\| ([^|]*) \|/gm)].map(([, what = '', codes = '']) => [
      what,
      new Set(codes.match(/CX\d{4}/g)),
    ]),
  )
}
