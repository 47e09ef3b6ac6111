import { text } from '../../core/context/functions/text.ts'
import { when } from '../../core/context/functions/when.ts'
import type { ContextInput } from '../../core/context/policy/built.ts'
import { modifierText } from '../steering/build-steering-context.ts'
import { textsInInstruction } from '../steering/modes.ts'
import type { LiveState, Modifier } from '../steering/modifier.ts'
import { currentPhase } from './guards.ts'
import type { LiveConfig } from './live-config.ts'
import { navigationText } from './navigation.ts'
import type { Phase } from './phase.ts'
import { lazyStateView } from './state-view.ts'

/**
 * Returns context blocks of a live agent, for models that are called through other APIs. There is one block for each
 * text that the agent's steering mode keeps out of the instruction. So the instruction, and with it the prefix of a
 * request, stays unchanged when a value changes.
 */
export const phaseContextBlocks = (config: LiveConfig): readonly ContextInput[] => {
  const { phases, modifiers, navigation, steeringMode } = config
  const inside = textsInInstruction(steeringMode)
  const blocksOfEachPhase = (block: (phase: Phase) => readonly ContextInput[]): ContextInput[] =>
    phases.flatMap(phase =>
      block(phase).map(piece => when(state => currentPhase(config, state) === phase, piece)),
    )
  return [
    ...(inside.phase ? [] : blocksOfEachPhase(phase => phaseBlock(config, phase))),
    ...(inside.modifiers
      ? []
      : [
          ...modifierBlocks(config, 'default', modifiers),
          ...blocksOfEachPhase(phase => modifierBlocks(config, `phase/${phase.name}`, phase.modifiers ?? [])),
        ]),
    ...(navigation
      ? blocksOfEachPhase(phase => [
          stateTextBlock(config, 'navigation', view => navigationText(phase, view)),
        ])
      : []),
  ]
}

function phaseBlock(config: LiveConfig, { instruction = '' }: Phase): readonly ContextInput[] {
  if (typeof instruction === 'function') return [stateTextBlock(config, 'phase', instruction)]
  return instruction === '' ? [] : [text('phase', () => instruction)]
}

const modifierBlocks = (
  config: LiveConfig,
  owner: string,
  modifiers: readonly Modifier[],
): readonly ContextInput[] =>
  modifiers.map((modifier, index) => {
    const id = `${owner}/${index}`
    if (modifier.kind !== 'when') return stateTextBlock(config, id, view => modifierText(view, modifier))
    // Only the condition reads the state. The developer wrote the whole text, so it is not marked as data.
    const isConditionTrue = (state: object): boolean =>
      modifier.predicate(lazyStateView(config, state as LiveState)) === true
    return when(
      isConditionTrue,
      text(id, () => modifier.text),
    )
  })

/** Returns a context block whose text may contain state values, including derived ones. */
const stateTextBlock = (
  config: LiveConfig,
  name: string,
  write: (view: LiveState) => string | null,
): ContextInput => text(name, state => write(lazyStateView(config, state as LiveState)))
