import { isWrittenByFunction } from '../../../core/agent/instruction.ts'
import { changingTextBeforeStable, instructionUnknown } from '../../../core/diag/instruction.ts'
import { isStateValueOrigin, keyOfValueOrigin, valueOrigin } from '../../../core/ir/origin.ts'
import { assembleInstruction } from '../../../core/program/assemble.ts'
import { asTemplate } from '../../../core/template/fill-with-origins.ts'
import { agentOwnConfig } from '../../../live/declare/live-settings.ts'
import type { Facts, StandingAgent } from '../facts.ts'
import type { CheckRule } from '../finding.ts'
import { instructionSlotsOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'

/** Minimum length, in characters, of constant text after changing text that is worth caching: about 250 tokens. */
const worthCaching = 1000

/** Reports instructions that are functions, so that their text is unknown before a run. */
export const reportFunctionInstructions: CheckRule = ({ agents }) =>
  agents
    .filter(
      ({ agent }) => isWrittenByFunction(agent.instruction) && agentOwnConfig(agent)?.isWritten !== false,
    )
    .map(({ agent, place }) => ({
      agents: [agent.name],
      diagnostic: instructionUnknown(agent.name, declarationPlace(place, 'instruction')),
    }))

/** Reports instruction text that changes from turn to turn, if much constant text follows it. */
export const reportVolatileText: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    const runs = piecesOfInstruction(facts, standing)
    const first = runs.findIndex(({ changes }) => changes !== null)
    const behind = runs.slice(first + 1).filter(({ changes }) => changes === null)
    const size = behind.reduce((sum, { length }) => sum + length, 0)
    if (first < 0 || size < worthCaching) return []
    const what = runs[first]?.changes ?? ''
    return [
      {
        agents: [agent.name],
        diagnostic: changingTextBeforeStable(agent.name, what, size, declarationPlace(place, 'instruction')),
      },
    ]
  })

/** Returns the pieces of an agent's instruction in order, each with its length and the reason why it changes. */
function piecesOfInstruction(
  facts: Facts,
  standing: StandingAgent,
): { length: number; changes: string | null }[] {
  const { agent, root } = standing
  const moving = new Set(
    instructionSlotsOf(facts, standing)
      .filter(
        ({ key, writes }) =>
          // Keys with the prefix `temp:` are removed at the end of the turn.
          key.startsWith('temp:') ||
          [...writes].some(({ by, making }) => by.kind !== 'session' && making !== 'constant'),
      )
      .map(({ reference }) => reference),
  )
  const reasonOfChange = (given: typeof agent.instruction) =>
    given === undefined ? undefined : asTemplate(isWrittenByFunction(given) ? '\u2026' : (given as string))
  const { system } = assembleInstruction(standing, {
    global: reasonOfChange(root.globalInstruction),
    own: reasonOfChange(agent.instruction),
    schema: agent.outputSchema?.schema,
    missing: 'empty',
    find: slot => ({
      value: '\u2026',
      origin: valueOrigin(moving.has(slot.reference) ? slot.reference : '', -1),
    }),
  })
  const providers = new Set([
    ...(isWrittenByFunction(agent.instruction) ? ['d:instruction'] : []),
    ...(isWrittenByFunction(root.globalInstruction) ? ['d:globalInstruction'] : []),
  ])
  return system
    .flatMap(({ parts }) => parts.flatMap(({ runs }) => runs))
    .map(([text, origin]) => {
      if (providers.has(origin)) return { length: 0, changes: 'what a function writes' }
      const key = isStateValueOrigin(origin) ? keyOfValueOrigin(origin) : null
      return { length: key === null ? text.length : 0, changes: key ? `{${key}}` : null }
    })
}
