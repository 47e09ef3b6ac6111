import { contextTags } from '../../core/trust/fence.ts'
import { modifierText } from './build-steering-context.ts'
import type { LiveState, Modifier } from './modifier.ts'

/** Text of a modifier, if it is not empty. */
export interface ModifierText {
  /** Owner and number of the modifier: `default/0` if it applies in every phase, else `phase/booking/0`. */
  readonly id: string
  readonly text: string
  /** Whether the developer wrote the whole text. Otherwise it may contain state values. */
  readonly isDeveloper: boolean
}

/** Returns the texts of an owner's modifiers. Omits modifiers whose text is empty or whose function throws. */
export const modifierTexts = (
  owner: string,
  modifiers: readonly Modifier[],
  view: LiveState,
): ModifierText[] =>
  modifiers.flatMap((modifier, index) => {
    try {
      const text = modifierText(view, modifier)
      return text === null || text === ''
        ? []
        : [{ id: `${owner}/${index}`, text, isDeveloper: modifier.kind === 'when' }]
    } catch {
      return []
    }
  })

/** Returns a modifier's text for an instruction. If it may contain state values, tags mark it as data. */
export function fenceModifierText({ id, text, isDeveloper }: ModifierText): string {
  if (isDeveloper) return text
  const { open, close } = contextTags(text, id)
  return `${open}${text}${close}`
}
