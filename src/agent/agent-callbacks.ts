import { isObject } from '../ir/json.ts'
import { expected } from '../validate/describe.ts'
import type { Path } from '../validate/path.ts'

/** Functions that a runner calls around an agent, its model and its tools: `Callbacks` of `ctxc/run` types them. */
export type AgentCallbacks = {
  // As a method's type, it fits functions of any parameters.
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

const callbackNames = [
  'beforeAgent',
  'afterAgent',
  'onAgentError',
  'beforeModel',
  'afterModel',
  'onModelError',
  'beforeTool',
  'afterTool',
  'onToolError',
] as const satisfies readonly (keyof AgentCallbacks)[]

/** Rejects anything but functions under known names. */
function assertCallbacks(input: unknown, at: Path): void {
  if (!isObject(input)) throw expected('an object of functions', input, at)
  for (const [name, value] of Object.entries(input)) {
    if (!(callbackNames as readonly string[]).includes(name))
      throw at.wrong(`has no '${name}'`, { help: `there are ${callbackNames.join(', ')}` })
    if (value !== undefined && typeof value !== 'function') throw expected('a function', value, at.in(name))
  }
}

/** Reads one object of callbacks, or a list of them. */
export function readCallbacks(input: unknown, at: Path): readonly AgentCallbacks[] {
  const list = Array.isArray(input) ? input : [input]
  for (const [index, each] of list.entries()) assertCallbacks(each, Array.isArray(input) ? at.in(index) : at)
  return Object.freeze([...list])
}
