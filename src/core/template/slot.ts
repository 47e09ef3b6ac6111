import { scopes } from '../ir/scope.ts'

/**
 * Whether a text is a valid name of a state key: a letter or `_`, then letters with their marks, digits, `_` and `-`.
 */
const isName = (text: string): boolean => beginsName.test(text) && isStep(text)

/** Whether a text is a valid step of a path: the characters of a name, in any order. */
const isStep = (text: string): boolean => text !== '' && !outsideName.test(text)

const beginsName = /^[\p{L}_]/u
// The pattern looks for one invalid character, so a long text cannot overflow the stack. Marks include vowels of Indic
// scripts.
const outsideName = /[^\p{L}\p{M}\p{Nd}_-]/u

/** Fields of every slot. */
interface SlotBase {
  /** Reference to the value: `user:city`, `order.items.0`, `artifact.notes.txt`. */
  readonly reference: string
  /** Whether the value may be missing, as in `{key?}` and `{key|text}`. */
  readonly optional: boolean
  /** Text that replaces a missing value; empty unless the placeholder has such a text. */
  readonly fallback: string
}

/** A slot for a value of the state. */
export interface StateSlot extends SlotBase {
  readonly kind: 'state'
  /** The key with its scope: `city`, `user:city`. */
  readonly key: string
  /** Path from the key into its value. */
  readonly path: readonly string[]
}

/** A slot for the text of an artifact. */
export interface ArtifactSlot extends SlotBase {
  readonly kind: 'artifact'
  /** Name of the artifact: any text without braces and `|`. */
  readonly artifact: string
}

/** A slot for a value or an artifact. */
export type Slot = StateSlot | ArtifactSlot

const artifactPrefix = 'artifact.'

/** Reads the text between two braces as a slot; null if it is plain text. The text must not contain a brace. */
export function readSlot(inside: string): Slot | null {
  const bar = inside.indexOf('|')
  const asked = bar === -1 && inside.endsWith('?')
  const reference = bar !== -1 ? inside.slice(0, bar) : asked ? inside.slice(0, -1) : inside
  const fallback = bar === -1 ? '' : inside.slice(bar + 1)
  const base = { reference, optional: asked || bar !== -1, fallback }
  if (reference.startsWith(artifactPrefix)) {
    const artifact = reference.slice(artifactPrefix.length)
    return artifact === '' ? null : { kind: 'artifact', ...base, artifact }
  }
  const [key = '', ...path] = reference.split('.')
  return isKey(key) && path.every(isStep) ? { kind: 'state', ...base, key, path } : null
}

/** Whether a text is a name, or a scope, a colon and a name. */
function isKey(key: string): boolean {
  const colon = key.indexOf(':')
  return (
    isName(key.slice(colon + 1)) &&
    (colon === -1 || (scopes as readonly string[]).includes(key.slice(0, colon)))
  )
}
