import type { Agent } from '../core/agent/agent.ts'
import { isMarkedAgent } from '../core/agent/agent-mark.ts'
import { isObject } from '../core/ir/json.ts'
import { isAgent, isGroup, type Member } from '../core/program/member.ts'
import type { Exports } from './load-module.ts'

/** Program that a module exports. */
export interface Exported {
  readonly file: string
  /**
   * Name of the export. If `default` and another name export the same program, this is the other name. Empty for a file
   * that contains a program as data.
   */
  readonly name: string
  readonly program: Member
}

/** Returns a label for a program: its file, and its name if it has one. */
export const programLabel = ({ file, name }: Pick<Exported, 'file' | 'name'>, called = file): string =>
  name === '' ? called : `${called} (${name})`

/** Returns the names of all programs that a module exports. */
export const programNames = (exports: Exports): readonly string[] =>
  Object.keys(exports).filter(name => programIn(exports, name) !== null)

/** Returns the program that a module exports under a name; null if the export is not a program. */
export function programIn(exports: Exports, name: string): Member | null {
  try {
    const value = Object.hasOwn(exports, name) ? exports[name] : undefined
    return isProgram(value) ? (value as unknown as Member) : null
  } catch {
    // Reading an export may throw, for example a getter that checks for missing settings.
    return null
  }
}

/**
 * Returns the programs that a module exports, each once. A program that is part of another exported program is omitted.
 */
export function programsOf(exports: Exports, file: string): readonly Exported[] {
  const named = new Map<Member, string>()
  for (const name of programNames(exports)) {
    const program = programIn(exports, name)
    const known = program && named.get(program)
    if (program && (!known || (generic.has(known) && !generic.has(name)))) named.set(program, name)
  }
  const all = [...named.keys()].map(program => ({ program, parts: partsOf(program) }))
  const isPart = (one: (typeof all)[number]): boolean =>
    all.some(
      other =>
        other !== one && isPartOfList(one.program, other.parts) && !isPartOfList(other.program, one.parts),
    )
  return all
    .filter(one => !isPart(one))
    .map(({ program }) => ({ file, name: named.get(program) as string, program }))
}

/** Export names that Node adds for a module as a whole. */
const generic: ReadonlySet<string> = new Set(['default', 'module.exports'])

/**
 * Names of fields that contain parts of a program. Some of these parts are tools, which differ from agents only in
 * their position.
 */
const holders = ['members', 'ways', 'other', 'member', 'subAgents', 'tools']

/** Returns all parts of a program except the program itself. Parts may be malformed. */
function partsOf(program: Member): ReadonlySet<object> {
  const parts = new Set<object>([program])
  for (const part of parts)
    for (const inner of holders.flatMap(field => (part as Exports)[field]))
      if (isObject(inner)) parts.add(inner)
  parts.delete(program)
  return parts
}

/**
 * Whether a program is among the given parts: as the same object, or as an agent with the same name and instruction (a
 * builder makes a new object from plain data).
 */
const isPartOfList = (program: Member, parts: ReadonlySet<object>): boolean =>
  parts.has(program) ||
  (isAgent(program) && [...parts].some(part => isSameProgram(part as Partial<Agent>, program)))

const isSameProgram = (left: Partial<Agent>, right: Agent): boolean =>
  left.name === right.name && left.instruction === right.instruction

/** Whether an export is a program, made by a builder or as equivalent plain data. */
const isProgram = (value: unknown): boolean =>
  isObject(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !Array.isArray(value.events) &&
  (isGroup(value as never) ||
    (isAgent(value as never) &&
      typeof value.name === 'string' &&
      (isMarkedAgent(value) || looksDeclared(value))))

/** Fields of which every agent has at least one in addition to its name, and fields that only tools have. */
const ofAgents = [
  ...['instruction', 'globalInstruction', 'staticInstruction', 'description', 'model', 'generateConfig'],
  ...['subAgents', 'tools', 'outputKey', 'outputSchema', 'includeContents', 'context', 'expects'],
]
const ofTools = ['parameters', 'inputSchema', 'execute']

/** Whether a named object is the declaration of an agent, rather than something else such as a tool. */
export const looksDeclared = (value: Readonly<Record<string, unknown>>): boolean =>
  ofAgents.some(key => value[key] !== undefined) && ofTools.every(key => value[key] === undefined)
