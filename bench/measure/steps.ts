import type { EventInput } from 'ctxc'
import type * as Library from '../../dist/index.js'
import { collectAll } from './collect.ts'

type Compiler = ReturnType<typeof Library.createCompiler>
type Result = Awaited<ReturnType<Compiler['compile']>>

/** Session of `size` events that is compiled once, and again after each further event. */
export interface Growth {
  readonly compiler: Compiler
  readonly createSession: typeof Library.createSession
  readonly events: readonly EventInput[]
  readonly size: number
}

/** Returns the milliseconds of the first compile. `step` takes each later result, and its milliseconds. */
export async function measureSteps(
  { compiler, createSession, events, size }: Growth,
  step: (ms: number, result: Result, index: number) => void,
): Promise<number> {
  let session = createSession({ events: events.slice(0, size) })
  collectAll()
  const first = performance.now()
  let result = await compiler.compile(session)
  const cold = performance.now() - first
  for (const [index, event] of events.slice(size).entries()) {
    session = session.append(event)
    const { plan } = result
    const began = performance.now()
    result = await compiler.compile(session, { plan })
    step(performance.now() - began, result, index)
  }
  return cold
}
