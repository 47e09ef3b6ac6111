import type { Agent, Tool } from '../../core/agent/agent.ts'
import { isNative } from '../../core/agent/agent.ts'
import { callbacksLeftOut, notData, toolPartsLeftOut } from '../../core/diag/declaration.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { PathStep } from '../../core/form/declaration-error.ts'
import { Path } from '../../core/form/path.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Clause, Policy, PolicyNode, Source } from '../../core/ir/policy.ts'
import type {
  Fallback,
  Loop,
  MapOver,
  Member,
  Parallel,
  Pipeline,
  Route,
  Tap,
} from '../../core/program/member.ts'
import { readMember } from '../../core/program/read-member.ts'
import { type Visitor, visit } from '../../core/program/walk.ts'
import type { StateStep } from '../../core/state/step.ts'
import { deepest } from '../../core/text/depth.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import { lastPropertyName, pathInDiagnostics } from './place.ts'

/** Program that was written as data, or the reasons why it could not be written. */
export type WrittenProgram =
  | { readonly ok: true; readonly data: JsonObject; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly data: null; readonly diagnostics: readonly Diagnostic[] }

/**
 * Writes a declared program as data, which `parseProgram` reads back: both compile to equal requests. Schemas of
 * libraries become JSON Schema.
 *
 * A function is not data: a condition, an instruction, a context text or a step that is a function is an error that
 * names the place (CX1104). The executor of a tool, and extra fields that are not JSON, are dropped with a warning
 * (CX1105), because no request contains them. Throws a TypeError for anything that is not a program.
 *
 * @example
 * import { agent, pipeline, S } from 'ctxc'
 * import { writeProgram } from 'ctxc/program'
 *
 * const greeter = agent({ name: 'greeter', instruction: 'Greet {name}.' })
 * const { data } = writeProgram(pipeline(S.defaults({ name: 'the user' }), greeter))
 * console.log(JSON.stringify(data, null, 2))
 */
export function writeProgram(program: Member): WrittenProgram {
  const diagnostics: Diagnostic[] = []
  const data = new Writer(diagnostics).member(readMember(program, Path.named('program')), [])
  if (data !== null && diagnostics.every(({ level }) => level !== 'error'))
    return { ok: true, data, diagnostics }
  return { ok: false, data: null, diagnostics }
}

type Steps = readonly PathStep[]

/** Writes program members as JSON, one by one. A member that cannot be written becomes null and gets a diagnostic. */
class Writer implements Visitor<JsonObject | null, [path: Steps]> {
  private readonly diagnostics: Diagnostic[]

  constructor(diagnostics: Diagnostic[]) {
    this.diagnostics = diagnostics
  }

  member(member: Member, path: Steps): JsonObject | null {
    if (path.length > deepest) return this.reportNotData(`is nested more than ${deepest} levels deep`, path)
    return visit<JsonObject | null, [path: Steps]>(this, member, path)
  }

  state(step: StateStep, path: Steps): JsonObject | null {
    return (step.data as JsonObject | null) ?? this.reportNotData(`is S.${step.name} with a function`, path)
  }

  tap(_: Tap, path: Steps): null {
    return this.reportNotData('is a tap', path)
  }

  pipeline(group: Pipeline, path: Steps): JsonObject {
    return this.writePipelineMembers(group, path)
  }

  parallel(group: Parallel, path: Steps): JsonObject {
    const { kind, until } = group
    const { members = [] } = this.writePipelineMembers(group, path)
    return { kind, ...(until !== undefined && { until }), members }
  }

  fallback(group: Fallback, path: Steps): JsonObject {
    return this.writePipelineMembers(group, path)
  }

  loop({ kind, until, max, members }: Loop, path: Steps): JsonObject {
    if (until !== null) this.reportNotData('is a function', [...path, 'until'])
    return { kind, max, members: this.members(members, path) }
  }

  route({ kind, key, ways, other }: Route, path: Steps): JsonObject {
    const written = ways.map((way, index) => {
      const at = [...path, 'ways', index]
      if ('when' in way) this.reportNotData('is a function', [...at, 'when'])
      return { ...('is' in way && { is: way.is }), member: this.member(way.member, [...at, 'member']) }
    })
    const rest = other !== null && { other: this.member(other, [...path, 'other']) }
    return { kind, key, ways: written, ...rest }
  }

  mapOver({ kind, key, item, into, member }: MapOver, path: Steps): JsonObject {
    return { kind, key, item, into, member: this.member(member, [...path, 'member']) }
  }

  private writePipelineMembers({ kind, members }: Pipeline | Parallel | Fallback, path: Steps): JsonObject {
    return { kind, members: this.members(members, path) }
  }

  private members(members: readonly Member[], path: Steps): (JsonObject | null)[] {
    return members.map((member, index) => this.member(member, [...path, 'members', index]))
  }

  agent(agent: Agent, path: Steps): JsonObject {
    const { executors, toolHandlers, callbacks, tools, subAgents, context, ...rest } = agent
    if (callbacks !== undefined) this.diagnostics.push(callbacksLeftOut(agent.name, pathInDiagnostics(path)))
    return {
      ...this.fields(rest, path),
      ...(context && { context: this.context(context, [...path, 'context']) }),
      ...(tools && {
        tools: tools.map((tool, index) => this.tool(tool, agent, [...path, 'tools', index])),
      }),
      ...(subAgents && {
        subAgents: subAgents.map((child, index) => this.member(child, [...path, 'subAgents', index])),
      }),
    }
  }

  private context(policy: Policy, path: Steps): JsonValue {
    return policy.map((node, index) => this.writeContextPiece(node, [...path, index]))
  }

  /** Writes a context clause or source. A function inside it gets a diagnostic with its path. */
  private writeContextPiece({ when, ...node }: PolicyNode, path: Steps): JsonObject {
    const { orElse, from, ...rest } = node as Partial<Clause> & Partial<Source>
    return {
      ...this.fields(rest, path),
      ...(from && { from: this.fields(from, [...path, 'from']) }),
      when: when.map((condition, index) => this.value(condition, [...path, 'when', index])),
      ...(orElse && { orElse: this.writeContextPiece(orElse, [...path, 'orElse']) }),
    }
  }

  private tool(tool: Tool, { executors, toolHandlers }: Agent, path: Steps): JsonObject {
    if (isNative(tool)) return this.fields(tool, path)
    const { extra, agent, ...own } = tool
    const rest = { ...own, ...(agent && { agent: this.agent(agent, [...path, 'agent']) }) }
    const kept = jsonFieldsIn(extra?.fields ?? {})
    const lost = new Set(executors?.has(tool.name) ? ['execute'] : [])
    // A schema's own validator is dropped without a warning, because the JSON Schema describes the accepted values.
    for (const field of Object.keys(toolHandlers?.get(tool.name) ?? {}))
      if (field !== 'validate') lost.add(field)
    for (const key of Object.keys(extra?.fields ?? {})) if (!Object.hasOwn(kept, key)) lost.add(key)
    if (lost.size > 0) this.diagnostics.push(toolPartsLeftOut(tool.name, [...lost], pathInDiagnostics(path)))
    const fields =
      extra && Object.keys(kept).length > 0 ? { ...rest, extra: { ...extra, fields: kept } } : rest
    return this.fields(fields, path)
  }

  /** Returns the fields that have a value, as JSON. */
  private fields(given: object, path: Steps): JsonObject {
    const there = Object.entries(given).filter(([, value]) => value !== undefined)
    return Object.fromEntries(there.map(([key, value]) => [key, this.value(value, [...path, key])]))
  }

  private value(value: unknown, path: Steps): JsonValue {
    try {
      return frozenJson(value)
    } catch (error) {
      return this.reportNotData((error as Error).message, path)
    }
  }

  private reportNotData(why: string, path: Steps): null {
    this.diagnostics.push(
      notData(`${lastPropertyName(path)} ${why} and cannot be written as data`, pathInDiagnostics(path)),
    )
    return null
  }
}

/** Returns the fields of an object whose values are JSON data. */
function jsonFieldsIn(fields: JsonObject): JsonObject {
  const kept = Object.entries(fields).flatMap(([key, value]) => {
    try {
      return value === undefined ? [] : [[key, frozenJson(value)] as const]
    } catch {
      return []
    }
  })
  return Object.fromEntries(kept)
}
