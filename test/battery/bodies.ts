// Comparison of two bodies, and the judge of one.
import { type FakeTarget, fakeProvider } from 'ctxc/testing'

/** A request as a framework sent it. */
export type Body = Readonly<Record<string, unknown>>

/** A place at which two bodies differ. */
export interface Difference {
  readonly at: string
  readonly plain: unknown
  readonly mine: unknown
}

/** Bodies without what LangChain counts up over a whole process: the names of the tools for structured answers. */
export const uncounted = (bodies: readonly Body[]): readonly Body[] =>
  JSON.parse(JSON.stringify(bodies).replace(/extract-\d+/g, 'extract')) as Body[]

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Every place at which two JSON values differ; the end that a shorter list lacks is one difference for each item. */
export function differences(plain: unknown, mine: unknown, at = ''): Difference[] {
  if (Object.is(plain, mine)) return []
  if (!isTree(plain) || !isTree(mine) || Array.isArray(plain) !== Array.isArray(mine))
    return [{ at, plain, mine }]
  const keys = new Set([...Object.keys(plain), ...Object.keys(mine)])
  return [...keys].flatMap(key => differences((plain as Body)[key], (mine as Body)[key], `${at}/${key}`))
}

/** Lists the objections of a strict fake to a body. */
export function complaints(judge: FakeTarget, model: string, body: Body): string[] {
  const provider = fakeProvider(judge)
  if (judge !== 'gemini') return provider.violations(body).map(({ message }) => message)
  // Gemini's API has the model in the address, and the client's settings beside the contents.
  const { contents, generationConfig, ...beside } = body
  const config = { ...(generationConfig as Body | undefined), ...beside }
  return provider.violations({ model, contents, config }).map(({ message }) => message)
}
