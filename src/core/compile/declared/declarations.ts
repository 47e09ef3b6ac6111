import { type FunctionTool, isNative, type OutputSchema, type Tool } from '../../agent/agent.ts'
import { type ResolvedAgent, type SystemText, schemaOrigin } from '../../agent/resolved.ts'
import { sentToolFields } from '../../agent/tool-facts.ts'
import { type AgentDeclarations, type DeclarationName, declarationNames } from '../../ir/declared.ts'
import { isObject } from '../../ir/json.ts'
import type { Appendable, Binding } from '../../ir/model.ts'
import type { DeclaredEntry } from '../../session/unit/declared-log.ts'
import { digest } from '../../text/digest.ts'
import { parseJson, toJson } from '../../text/json.ts'

/** Declarations in the form that an agent has. */
export interface HeldDeclarations {
  readonly instruction?: readonly SystemText[]
  readonly tools?: readonly Tool[]
  readonly format?: OutputSchema | null
  readonly effort?: string | null
}

/** Declarations of an agent beside those with which its requests begin. */
export interface Declaring {
  readonly target: AgentDeclarations['target']
  /** API whose form messages about changes have; absent if the target has only one. */
  readonly api?: string
  readonly appends: readonly Appendable[]
  /** Agent with its current declarations. */
  readonly agent: ResolvedAgent
  /** Current declarations. */
  readonly now: HeldDeclarations
  /** Whether the session records with which declarations requests begin. */
  readonly isRecorded: boolean
  /** Seq of the event since which requests begin with other declarations than before; null if they never changed. */
  readonly changedAt: number | null
  /** Declarations with which requests begin, and all changes, oldest first; null if none are known. */
  readonly told: readonly HeldDeclarations[] | null
  /** Changes in `told` whose messages are shown: a message that repeats all changes replaces earlier ones. */
  readonly shown: readonly HeldDeclarations[]
  /** Names of the current declarations that differ from those that the model was told. */
  readonly differing: readonly DeclarationName[]
}

/** Declaration that each kind of change belongs to. */
const declarationOf: Readonly<Record<Appendable, DeclarationName>> = {
  instruction: 'instruction',
  'tool-added': 'tools',
  'tool-removed': 'tools',
  'tool-changed': 'tools',
  effort: 'effort',
  format: 'format',
}

/** Returns the declarations whose changes an API accepts as messages. */
export const appendableDeclarations = ({ appends = [] }: Binding): readonly DeclarationName[] =>
  declarationNames.filter(name => appends.some(kind => declarationOf[kind] === name))

/** Returns an agent's declarations, with only those fields of tools that are sent. */
export const currentDeclarations = (
  { system, tools, outputSchema, generateConfig }: ResolvedAgent,
  names: readonly DeclarationName[],
): HeldDeclarations => {
  const all: Required<HeldDeclarations> = {
    instruction: system,
    tools: tools.map(sentToolFields),
    format: outputSchema ?? null,
    effort: generateConfig?.reasoningEffort ?? null,
  }
  return Object.fromEntries(names.map(name => [name, all[name]]))
}

/** Whether two agents have the same declarations, except for texts that only the compiler adds. */
export function hasEqualDeclarations(left: ResolvedAgent, right: ResolvedAgent): boolean {
  const jsonOf = (agent: ResolvedAgent): string => {
    const system = agent.system.filter(({ parts }) => parts.some(({ origin }) => origin !== 'c:protect'))
    return toJson(currentDeclarations({ ...agent, system }, declarationNames))
  }
  return jsonOf(left) === jsonOf(right)
}

/** Returns system texts without the text that describes the output schema, which may be sent in a field instead. */
const withoutSchema = (system: readonly SystemText[]): readonly SystemText[] =>
  system.map(text => ({ ...text, parts: text.parts.filter(({ origin }) => origin !== schemaOrigin) }))

/** Returns the parts of system texts that describe the output schema. */
const schemaParts = (system: readonly SystemText[]): SystemText['parts'] =>
  system.flatMap(({ parts }) => parts.filter(({ origin }) => origin === schemaOrigin))

/** Returns what distinguishes two versions of a declaration, as JSON. */
const comparedJson = (name: DeclarationName, value: unknown): string =>
  toJson(name === 'instruction' ? withoutSchema(value as readonly SystemText[]) : value)

/** Returns the declarations in the form in which an event stores them. */
export const storedDeclarations = (declarations: HeldDeclarations): AgentDeclarations['values'] =>
  Object.fromEntries(
    Object.entries(declarations).map(([name, value]) => [
      name,
      { json: toJson(value), digest: digest(comparedJson(name as DeclarationName, value)) },
    ]),
  )

/** Whether a declaration is the one that an event stored. */
export function isStoredDeclaration(
  name: DeclarationName,
  stored: AgentDeclarations['values'],
  value: unknown,
): boolean {
  const known = stored[name]
  if (known === undefined) return false
  // Two instructions are the same if they differ only in the text that describes the output schema.
  return known.json === toJson(value) || known.digest === digest(comparedJson(name, value))
}

/** Returns the newest value of each declaration that some events stored. */
export function newestValues(entries: readonly DeclaredEntry[]): AgentDeclarations['values'] {
  const newest: { -readonly [Name in DeclarationName]?: AgentDeclarations['values'][Name] } = {}
  for (const { declared } of entries) Object.assign(newest, declared.values)
  return newest
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value)

const isFlag = (value: unknown): boolean => value === undefined || typeof value === 'boolean'

const isExtra = (value: unknown): boolean =>
  value === undefined || (isObject(value) && isText(value.format) && isObject(value.fields))

const isRun = (value: unknown): boolean => Array.isArray(value) && isText(value[0]) && isText(value[1])

const isSystemText = (value: unknown): boolean =>
  isObject(value) &&
  isExtra(value.extra) &&
  Array.isArray(value.parts) &&
  value.parts.every(
    part => isObject(part) && isText(part.origin) && Array.isArray(part.runs) && part.runs.every(isRun),
  )

/** Fields that a stored function may have: those that are sent. */
const functionFields: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'strict', 'extra'])

function isTool(value: unknown): boolean {
  if (!isObject(value)) return false
  const { native, name, description, parameters, strict, extra } = value
  if (native !== undefined) return isObject(native) && isText(native.format) && isObject(native.payload)
  const isKnown = Object.keys(value).every(field => functionFields.has(field))
  const hasSchema = parameters === undefined || isObject(parameters)
  return isKnown && isText(name) && isTextOrNone(description) && hasSchema && isFlag(strict) && isExtra(extra)
}

const isFormat = (value: unknown): boolean =>
  value === null ||
  (isObject(value) &&
    isObject(value.schema) &&
    isTextOrNone(value.name) &&
    isTextOrNone(value.description) &&
    isFlag(value.strict))

/** Checks of stored declarations, which a session from elsewhere may contain in any form. */
const isValid: Readonly<Record<DeclarationName, (value: unknown) => boolean>> = {
  instruction: value => Array.isArray(value) && value.every(isSystemText),
  tools: value => Array.isArray(value) && value.every(isTool),
  format: isFormat,
  effort: value => value === null || isText(value),
}

/** Declarations that were read from events, by the values that the events stored. */
const known = new WeakMap<AgentDeclarations, HeldDeclarations | null>()

/** Reads the declarations that an event stored; null if one has a wrong form, or was changed in the store. */
export function readDeclared(declared: AgentDeclarations): HeldDeclarations | null {
  const before = known.get(declared)
  if (before !== undefined) return before
  const read = declarationNames.flatMap(name => {
    const stored = declared.values[name]
    return stored === undefined ? [] : [[name, parseJson(stored.json), stored.digest] as const]
  })
  const isIntact = read.every(
    ([name, value, mark]) => isValid[name](value) && digest(comparedJson(name, value)) === mark,
  )
  const found = isIntact ? Object.fromEntries(read.map(([name, value]) => [name, value])) : null
  known.set(declared, found)
  return found
}

/** Returns what identifies a tool: a function's name, or the JSON of a provider's own tool. */
export const toolKey = (tool: Tool): string => (isNative(tool) ? toJson(tool.native) : tool.name)

/**
 * Returns an agent whose requests begin with other declarations. `all` are these declarations and the later changes,
 * oldest first.
 */
export function beginWith(agent: ResolvedAgent, all: readonly HeldDeclarations[]): ResolvedAgent {
  const { instruction, tools, format, effort } = all[0] as HeldDeclarations
  const { outputSchema: _, generateConfig: { reasoningEffort: __, ...config } = {}, ...others } = agent
  const schema = format === undefined ? agent.outputSchema : (format ?? undefined)
  const level = effort === undefined ? agent.generateConfig?.reasoningEffort : (effort ?? undefined)
  const settings = { ...config, ...(level !== undefined && { reasoningEffort: level }) }
  return {
    ...others,
    ...(instruction && { system: format === undefined ? withSchemaOf(instruction, agent) : instruction }),
    ...(schema && { outputSchema: schema }),
    ...((agent.generateConfig || level !== undefined) && { generateConfig: settings as typeof config }),
    ...(tools && toolsInMessages(agent, tools, all)),
    told: declarationNames.filter(name => all.slice(1).some(each => each[name] !== undefined)),
  }
}

/** Returns system texts in which the text that describes the output schema is that of an agent. */
function withSchemaOf(texts: readonly SystemText[], { system }: ResolvedAgent): readonly SystemText[] {
  if (toJson(schemaParts(texts)) === toJson(schemaParts(system))) return texts
  const bare = withoutSchema(texts).filter(({ parts }) => parts.length > 0)
  const parts = schemaParts(system)
  return parts.length === 0 ? bare : [...bare, { parts }]
}

/** Returns the tools with which requests begin, and those that messages added or that are no longer declared. */
function toolsInMessages(
  { tools }: ResolvedAgent,
  first: readonly Tool[],
  all: readonly HeldDeclarations[],
): Pick<ResolvedAgent, 'tools' | 'announced' | 'withdrawn'> {
  const current = new Map(tools.map(tool => [toolKey(tool), tool]))
  const begun = new Set(first.map(toolKey))
  // The oldest declaration of each tool, because it was in the requests so far.
  const told = new Map(
    all
      .flatMap(each => each.tools ?? [])
      .reverse()
      .map(tool => [toolKey(tool), tool]),
  )
  const announced = [...current.keys()].flatMap(key => {
    const tool = told.get(key)
    return tool === undefined || begun.has(key) ? [] : [withOwnFields(tool, current.get(key))]
  })
  const withdrawn = [...told].flatMap(([key, tool]): FunctionTool[] =>
    current.has(key) || isNative(tool) ? [] : [tool],
  )
  return {
    tools: first.map(tool => withOwnFields(tool, current.get(toolKey(tool)))),
    ...(announced.length > 0 && { announced }),
    ...(withdrawn.length > 0 && { withdrawn }),
  }
}

/** Returns a tool with the fields of its current declaration that are never sent. */
function withOwnFields(tool: Tool, current: Tool | undefined): Tool {
  if (current === undefined || isNative(tool) || isNative(current)) return tool
  if (toJson(sentToolFields(current)) === toJson(tool)) return current
  const sent = new Set(Object.keys(sentToolFields(current)))
  return { ...Object.fromEntries(Object.entries(current).filter(([key]) => !sent.has(key))), ...tool }
}
