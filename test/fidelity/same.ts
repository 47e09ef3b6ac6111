import fc from 'fast-check'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import type { Conversation } from '../../src/from.ts'
import { compile } from '../../src/index.ts'
import { parameters } from '../laws/runs.ts'

/** A format of messages that is read and written again. */
export interface Format {
  readonly target: TargetName
  readonly model: string
  /** Legal requests, with everything that the format can hold. */
  readonly requests: fc.Arbitrary<object>
  read(request: object): Conversation
  /** Returns the pieces of a request in order. A piece with several spellings has one of them here. */
  pieces(request: object): readonly unknown[]
}

/** Same in, same out: every piece in its place, every field with its value. */
export async function checkSame({ target, model, requests, read, pieces }: Format): Promise<void> {
  const property = fc.asyncProperty(requests, async given => {
    const before = structuredClone(given)
    const { ok, request, diagnostics } = await compile(read(given), { target, model })
    const loud = diagnostics.filter(({ code }) => !['CX4002', 'CX7003', 'CX7009'].includes(code))
    if (!ok || loud.length > 0)
      throw new Error(loud.map(({ code, message }) => `${code}: ${message}`).join('\n'))
    const [wanted, found] = [pieces(before), pieces(request)].map(list => list.map(piece => inOrder(piece)))
    for (let at = 0; at < Math.max(wanted?.length ?? 0, found?.length ?? 0); at++)
      if (wanted?.[at] !== found?.[at])
        throw new Error(`piece ${at}\ngiven ${wanted?.[at]}\nsent  ${found?.[at]}`)
  })
  await fc.assert(property, { ...parameters, numRuns: Math.ceil(parameters.numRuns / 10) })
}

/** A value as JSON whose keys are in one order. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  )
}

/** Words that no API refuses. */
export const said = (): fc.Arbitrary<string> =>
  fc.constantFrom('Two ferries.', 'Line one\nline two', '{"a":1}', 'Grüße 🙂', '  indented', '<b>bold</b>')

/** Objects with each field there or not. */
export const some = <T extends object>(
  fields: { [K in keyof T]: fc.Arbitrary<T[K]> },
): fc.Arbitrary<Partial<T>> => fc.record(fields, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>

/** Base64 of some bytes. */
export const sealed = (): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: 6, maxLength: 12 }).map(bytes => Buffer.from(bytes).toString('base64'))
