import type { Agent } from '../agent/agent.ts'
import { isMarkedAgent } from '../agent/agent-mark.ts'
import { isObject } from '../ir/json.ts'
import { isAgent, isGroup, type Member } from '../program/member.ts'
import type { Exports } from './load-module.ts'

/** A program that a module exports. */
export interface Exported {
  readonly file: string
  /** The name that it is exported under; of two, the one that says more than `default`. Empty for a file that is one. */
  readonly name: string
  readonly program: Member
}

/** A program in words: its file, and its name if it has one. */
export const labelOf = ({ file, name }: Pick<Exported, 'file' | 'name'>, called = file): string =>
  name === '' ? called : `${called} (${name})`

/** The names of all programs that a module exports. */
export const programNames = (exports: Exports): readonly string[] =>
  Object.keys(exports).filter(name => programIn(exports, name) !== null)

/** The program that a module exports under a name; null where that is something else, or nothing. */
export function programIn(exports: Exports, name: string): Member | null {
  try {
    const value = Object.hasOwn(exports, name) ? exports[name] : undefined
    return isProgram(value) ? (value as unknown as Member) : null
  } catch {
    // Exports may be guarded against being looked at, such as settings that are missing.
    return null
  }
}

/** The programs that a module exports, each once; what is only part of another is looked at in its place. */
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
      other => other !== one && isAmong(one.program, other.parts) && !isAmong(other.program, one.parts),
    )
  return all
    .filter(one => !isPart(one))
    .map(({ program }) => ({ file, name: named.get(program) as string, program }))
}

/** Names that Node gives to the whole of a module. */
const generic: ReadonlySet<string> = new Set(['default', 'module.exports'])

/** The fields that hold parts of a program; tools are told from agents by where they stand. */
const holders = ['members', 'ways', 'other', 'member', 'subAgents', 'tools']

/** Everything that a program holds, itself not; it may not be well formed. */
function partsOf(program: Member): ReadonlySet<object> {
  const parts = new Set<object>([program])
  for (const part of parts)
    for (const inner of holders.flatMap(field => (part as Exports)[field]))
      if (isObject(inner)) parts.add(inner)
  parts.delete(program)
  return parts
}

/** Whether a program is among parts: itself, or as builders read plain data, which keeps name and instruction. */
const isAmong = (program: Member, parts: ReadonlySet<object>): boolean =>
  parts.has(program) || (isAgent(program) && [...parts].some(part => isSame(part as Partial<Agent>, program)))

const isSame = (left: Partial<Agent>, right: Agent): boolean =>
  left.name === right.name && left.instruction === right.instruction

/** Whether an export is a program: what `agent` or `pipeline` gave, or the same as plain data. */
const isProgram = (value: unknown): boolean =>
  isObject(value) &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value)) &&
  !Array.isArray(value.events) &&
  (isGroup(value as never) ||
    (isAgent(value as never) &&
      typeof value.name === 'string' &&
      (isMarkedAgent(value) || looksDeclared(value))))

/** Fields of which an agent has one beside its name, and fields that only tools have. */
const ofAgents = [
  ...['instruction', 'globalInstruction', 'staticInstruction', 'description', 'model', 'generateConfig'],
  ...['subAgents', 'tools', 'outputKey', 'outputSchema', 'includeContents', 'context', 'expects'],
]
const ofTools = ['parameters', 'inputSchema', 'execute']

/** Whether what has a name is declared as an agent, and not as something else: as a tool above all. */
export const looksDeclared = (value: Readonly<Record<string, unknown>>): boolean =>
  ofAgents.some(key => value[key] !== undefined) && ofTools.every(key => value[key] === undefined)
