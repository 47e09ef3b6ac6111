import type { AgentInputItem } from '@openai/agents-core'
import type { InstructionText } from '../../agent/agent.ts'
import type { Conversation } from '../../from/conversation.ts'
import type { Extra } from '../../ir/extra.ts'
import type { TargetName } from '../../ir/target-name.ts'
import { wireItem } from '../../vendor/openai/read/agents-sdk/item.ts'
import { readResponses } from '../../vendor/openai/read/openai-responses.ts'
import { instructionsPlace } from '../../vendor/openai/write/shared/role.ts'
import type { AgentModel } from './model.ts'
import { readForeignReasoning, readOwnReasoning } from './thought.ts'

/** Facts that decide how the input of a call is read. */
export interface InputFacts {
  readonly instructions: string | undefined
  readonly called: AgentModel
  readonly model: string | undefined
  readonly target: TargetName
  /** Id of the conversation, if its memories are to be left out of a search. */
  readonly id?: string | undefined
}

/** Reads the input of a call. Each item after the leading items becomes one event. */
export const readCallInput = (
  items: readonly AgentInputItem[],
  { instructions, called, model, target, id }: InputFacts,
): Conversation<'openai'> => {
  const conversation = readResponses(
    {
      input: items.map(item => (called.isOpenAIs ? undefined : readForeignReasoning(item)) ?? wireItem(item)),
      ...(instructions !== undefined && { instructions }),
      ...(model !== undefined && { model }),
    },
    id === undefined ? {} : { id },
    item => readOwnReasoning(item, target),
  )
  const given = conversation.agent.staticInstruction
  if (target !== 'openai' || !instructions || !Array.isArray(given)) return conversation
  const [first, ...others] = given as [InstructionText, ...InstructionText[]]
  // The SDK sends its instructions itself. A filter cannot change their place.
  const extra: Extra = { format: 'openai', fields: { place: instructionsPlace } }
  return {
    ...conversation,
    agent: { ...conversation.agent, staticInstruction: [{ ...first, extra }, ...others] },
  }
}
