import { text } from '../form/check.ts'
import { wrongValueError } from '../form/describe.ts'
import { readForm } from '../form/form.ts'
import type { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'
import type { SchemaInput } from '../schema/schema-input.ts'
import { suggestKnown } from '../text/suggest.ts'
import type { Agent, FunctionTool, Tool } from './agent.ts'
import { isMarkedAgent } from './agent-mark.ts'
import { type Executor, executorOf } from './executor.ts'
import type { Reveal } from './reveal.ts'
import { toJSONSchema } from './to-json-schema.ts'
import { functionToolForm, toolName } from './tool-forms.ts'
import { readToolHandlers, type ToolHandlers } from './tool-handlers.ts'

/** Tool in the normal form, and the function that runs it, if there is one. */
export interface ReadTool {
  readonly tool: Tool
  readonly execute?: Executor
  readonly handlers?: ToolHandlers
}

type Raw = Readonly<Record<string, unknown>>

/** Fields whose value may be a function. Functions are stored separately, because a tool in a program is plain data. */
const handled: readonly string[] = ['needsApproval', 'onInterrupt']

/** Reads an agent that is declared inside a tool. */
export type ReadNested = (agent: unknown, at: Path) => Agent

/** Reads a function tool, converting its parameters to JSON Schema. `readNested` reads the agent of an `agentTool`. */
export function readFunctionTool(raw: Raw, at: Path, readNested: ReadNested = acceptMadeAgent): ReadTool {
  readForm(functionToolForm, raw, at)
  const { execute: _, parameters, ...rest } = raw as Raw & FunctionTool
  const given = Object.entries(rest).filter(
    ([field, value]) => value !== undefined && !(handled.includes(field) && typeof value === 'function'),
  )
  const tool = {
    ...Object.fromEntries(given),
    ...(parameters !== undefined && { parameters: readSchemaField('parameters', raw, at) }),
    ...(rest.outputSchema !== undefined && { outputSchema: readSchemaField('outputSchema', raw, at) }),
    ...(rest.agent !== undefined && {
      agent: at.in('agent').readSeparately(place => readNested(rest.agent, place)),
    }),
  } as unknown as FunctionTool
  assertArguments(tool, at)
  assertAnswered(raw, at)
  const handlers = readToolHandlers(raw, parameters, at)
  return { tool, ...executorOf(raw, at), ...(handlers && { handlers }) }
}

/** Rejects argument names in `reveal` and `guard` that are not among the tool's parameters. */
export function assertArguments({ parameters, reveal, guard }: FunctionTool, at: Path): void {
  const { properties, ...schema } = (parameters ?? {}) as Raw
  // A schema that is open or refers to other schemas may allow any argument.
  const isOpen = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'patternProperties'].some(word => word in schema)
  if (!isObject(properties) || isOpen || (schema.additionalProperties ?? false) !== false) return
  const known = Object.keys(properties)
  const named = [
    ...(reveal ?? []).map((one, index) => [at.in('reveal').in(index), revealedArgument(one)] as const),
    ...Object.keys(guard ?? {}).map(name => [at.in('guard').in(name), name] as const),
  ]
  for (const [place, name] of named)
    if (!known.includes(name))
      place.readSeparately(p => {
        throw p.wrong(`names '${name}', which is no argument of the tool`, {
          help: suggestKnown(name, known),
        })
      })
}

/** Rejects a tool that two answer, and a schema for answers that nobody gives. */
function assertAnswered(
  { answeredBy, outputSchema, execute, agent, background, returnDirect }: Raw,
  at: Path,
): void {
  const reject = (field: string, why: string): void =>
    at.in(field).readSeparately(place => {
      throw place.wrong(why)
    })
  const other = execute === undefined ? (agent === undefined ? null : 'agent') : 'execute'
  if (answeredBy !== undefined && other !== null)
    reject('answeredBy', `cannot stand beside ${other}: only one of them answers the calls`)
  if (background !== undefined && agent === undefined)
    reject('background', 'needs agent, because only agents work in the background')
  if (background !== undefined && returnDirect === true)
    reject('returnDirect', 'cannot stand beside background: the answer comes later')
  if (answeredBy === undefined && outputSchema !== undefined)
    reject('outputSchema', 'needs answeredBy, because only the answers of others have a schema')
}

const revealedArgument = (reveal: Reveal): string => (typeof reveal === 'string' ? reveal : reveal.argument)

/** Accepts an agent that was made by `agent`; agents in plain data need another reader. */
const acceptMadeAgent: ReadNested = (agent, at) => {
  if (!isObject(agent) || !isMarkedAgent(agent)) throw wrongValueError('an agent', agent, at)
  return agent as unknown as Agent
}

/** Reads a tool of an MCP server. Of its fields, only name, description and schema are for the model. */
export function readMCPTool(raw: Raw, at: Path): ReadTool {
  const description = raw.description ?? raw.title
  at.in('name').readSeparately(p => toolName.check(raw.name, p))
  if (description !== undefined) at.in('description').readSeparately(p => text(description, p))
  const tool = {
    name: raw.name,
    ...(description !== undefined && { description }),
    parameters: readSchemaField('inputSchema', raw, at),
  } as FunctionTool
  return { tool, ...executorOf(raw, at) }
}

const readSchemaField = (key: string, raw: Raw, at: Path) =>
  at.in(key).readSeparately(p => toJSONSchema(raw[key] as SchemaInput, p))
