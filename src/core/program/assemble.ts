import type { Agent, InstructionPart, InstructionText } from '../agent/agent.ts'
import { type SystemPart, type SystemText, schemaOrigin } from '../agent/resolved.ts'
import type { MissingValue } from '../diag/template.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Origin, Run } from '../ir/origin.ts'
import { schemaInstruction } from '../lower/schema-instruction.ts'
import { type Fillable, type Filling, fillWithOrigins } from '../template/fill-with-origins.ts'
import { isTooDeep } from '../text/depth.ts'
import type { ProgramPlace } from './placed.ts'
import { transferTargets, transferText } from './transfer.ts'

/** Inputs of an instruction, in addition to the agent's declaration. */
export interface Sources extends Filling {
  /**
   * Instruction that the root gives to all agents, either as a text or as a function's result; undefined if there is
   * none.
   */
  readonly global: Fillable | undefined
  /** The agent's own instruction, either as a text or as a function's result; undefined if there is none. */
  readonly own: Fillable | undefined
  readonly schema: JsonObject | undefined
}

/** A complete instruction, and the values that were missing from it. */
export interface Assembled {
  readonly system: readonly SystemText[]
  readonly missing: readonly MissingValue[]
}

const usualOrder: readonly InstructionPart[] = ['global', 'identity', 'agent', 'schema', 'transfer']

/** Returns the complete instruction of an agent in its program: all parts in order, without blank parts. */
export function assembleInstruction(placed: ProgramPlace, sources: Sources): Assembled {
  const { agent, root } = placed
  const missing: MissingValue[] = []
  const fillInstructionPart = (text: Fillable | undefined, origin: Origin): SystemPart[] => {
    if (text === undefined) return []
    const runs = fillWithOrigins(text, origin, sources, missing)
    return runs.some(([words]) => words !== '') ? [{ origin, runs }] : []
  }
  const targets = transferTargets(placed)
  const made: Readonly<Record<InstructionPart, () => readonly Piece[]>> = {
    global: () => joinedPiece(fillInstructionPart(sources.global, 'd:globalInstruction')),
    identity: () => joinedPiece(agent.identity === false ? [] : [identity(agent)]),
    agent: () => [...staticTexts(agent), ...joinedPiece(fillInstructionPart(sources.own, 'd:instruction'))],
    schema: () =>
      joinedPiece(sources.schema && !isTooDeep(sources.schema) ? [schemaText(sources.schema)] : []),
    transfer: () => joinedPiece(targets.length > 0 ? [transferText(targets)] : []),
  }
  const first = agent.instructionOrder ?? root.instructionOrder ?? []
  const order = [...new Set([...first, ...usualOrder])]
  return { system: joinTexts(order.flatMap(part => made[part]())), missing }
}

/** Text, and whether it must stay separate from its neighbours. */
interface Piece {
  readonly text: SystemText
  readonly apart: boolean
}

const joinedPiece = (parts: readonly SystemPart[]): Piece[] =>
  parts.length > 0 ? [{ text: { parts }, apart: false }] : []

/** Joins consecutive texts, except those that must stay separate. */
function joinTexts(pieces: readonly Piece[]): SystemText[] {
  const system: SystemText[] = []
  let open = false
  for (const { text, apart } of pieces) {
    const last = system.at(-1)
    if (last !== undefined && open && !apart)
      system[system.length - 1] = { parts: [...last.parts, ...text.parts] }
    else system.push(text)
    open = !apart
  }
  return system
}

/** Returns an agent's static texts. A single text joins its neighbours; the texts of a list stay separate. */
function staticTexts({ staticInstruction, instruction }: Agent): Piece[] {
  if (staticInstruction === undefined) return []
  const name = instruction === undefined ? 'd:instruction' : 'd:staticInstruction'
  if (typeof staticInstruction === 'string')
    return staticInstruction === '' ? [] : joinedPiece([{ origin: name, runs: [[staticInstruction, name]] }])
  return staticInstruction.flatMap((piece: InstructionText, index) => {
    if (piece.text === '') return []
    const origin = staticInstruction.length === 1 ? name : `${name}.${index}`
    const parts: SystemPart[] = [{ origin, runs: [[piece.text, origin]] }]
    return [{ text: { parts, ...(piece.extra && { extra: piece.extra }) }, apart: true }]
  })
}

/** Returns the introduction of an agent. Its wording is part of the contract: a change is breaking. */
function identity({ name, description }: Agent): SystemPart {
  const own = 'c:identity'
  const runs: Run[] = [
    ['You are ', own],
    [name, 'd:name'],
    ['.', own],
    ...(description
      ? ([
          [' ', own],
          [description, 'd:description'],
        ] as const)
      : []),
  ]
  return { origin: own, runs }
}

/** Returns the text that asks for an answer that matches a schema. */
const schemaText = (schema: JsonObject): SystemPart => ({
  origin: schemaOrigin,
  runs: [[schemaInstruction(schema), 'd:outputSchema']],
})
