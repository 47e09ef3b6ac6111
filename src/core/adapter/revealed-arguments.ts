import type { Tool } from '../agent/agent.ts'
import { assertArguments } from '../agent/read-function-tool.ts'
import { type Reveal, revealField } from '../agent/reveal.ts'
import { object } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { suggestKnown } from '../text/suggest.ts'

/**
 * Arguments in which tools get real values in place of placeholders, by the name of the tool:
 * `{ send_email: ['to', { argument: 'authorization', scheme: 'Bearer ' }] }`.
 */
export type RevealedArguments<Name extends string = string> = Readonly<
  Partial<Record<Name, readonly Reveal[]>>
>

/**
 * Returns the arguments to reveal, by tool. `declared` returns the declaration of a tool whose name is in `names`. Throws
 * a TypeError for a tool or an argument that does not exist.
 */
export function readRevealed(
  revealed: RevealedArguments,
  names: readonly string[],
  declared: (name: string) => Tool | readonly Tool[],
): readonly (readonly [name: string, reveal: readonly Reveal[]])[] {
  const at = Path.named('revealTools')
  object(revealed, at)
  return Object.entries(revealed).flatMap(([name, reveal]) => {
    if (reveal === undefined) return []
    const place = at.in(name)
    if (!names.includes(name))
      throw place.wrong('is no tool of the list', { help: suggestKnown(name, names) })
    revealField.check(reveal, place)
    const [tool] = [declared(name)].flat()
    if (tool !== undefined && 'name' in tool) assertArguments({ ...tool, reveal }, place)
    return [[name, [...reveal]] as const]
  })
}
