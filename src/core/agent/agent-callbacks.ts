import { assertFunction, type Check, objectCheck } from '../form/check.ts'
import type { Path } from '../form/path.ts'

/**
 * Functions that a runner calls before and after an agent, its model and its tools; `Callbacks` of `ctxc/run` has their
 * types.
 */
export type AgentCallbacks = {
  // Written as a method: TypeScript then accepts functions with any parameters.
  readonly [Name in
    | 'beforeAgent'
    | 'afterAgent'
    | 'onAgentError'
    | 'beforeModel'
    | 'afterModel'
    | 'onModelError'
    | 'beforeTool'
    | 'afterTool'
    | 'onToolError']?: { call(...given: never[]): unknown }['call']
}

const assertCallbacks = objectCheck({
  beforeAgent: assertFunction,
  afterAgent: assertFunction,
  onAgentError: assertFunction,
  beforeModel: assertFunction,
  afterModel: assertFunction,
  onModelError: assertFunction,
  beforeTool: assertFunction,
  afterTool: assertFunction,
  onToolError: assertFunction,
} satisfies Record<keyof AgentCallbacks, Check>)

/** Reads one object of callbacks or a list of such objects. */
export function readCallbacks(input: unknown, at: Path): readonly AgentCallbacks[] {
  if (!Array.isArray(input)) assertCallbacks(input, at)
  else at.readEach(input, assertCallbacks)
  return Object.freeze([input].flat() as AgentCallbacks[])
}
