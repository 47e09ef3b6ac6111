import { misdeclared } from '../../core/diag/declaration.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { DeclarationError, PathStep } from '../../core/form/declaration-error.ts'
import { mostMistakes } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import { cutColumns } from '../../core/text/columns.ts'

/** Maximum width, in columns, of a name in a note. */
const shown = 40

/** Returns a path in a declaration as diagnostics write it: `d:members.2.tools.0`. */
export const pathInDiagnostics = (steps: readonly PathStep[]): string => `d:${steps.join('.')}`

/** Returns the name of a place in messages: the last property of the path, such as `tools[0]`. */
export function lastPropertyName(steps: readonly PathStep[]): string {
  const from = steps.findLastIndex(step => typeof step === 'string')
  if (from < 0) return 'the program'
  return `${steps[from]}${steps
    .slice(from + 1)
    .map(step => `[${step}]`)
    .join('')}`
}

/** Returns a mistake in a declaration as a diagnostic; `data` is the declaration. */
export function diagnosticOf(
  { place, what, help, mistake, field }: DeclarationError,
  data: unknown,
): Diagnostic {
  const { steps } = place
  const path = field === null ? steps : [...steps, field]
  const notes = noteOwnerOfPath(data, steps)
  return misdeclared(mistake, {
    message: `${lastPropertyName(steps)} ${what}`,
    at: pathInDiagnostics(path),
    path,
    notes,
    help,
  })
}

/** Adds a note to the last diagnostic if the maximum number of mistakes was reached. */
export const noteLimitReached = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] =>
  diagnostics.map((diagnostic, index) =>
    index < mostMistakes - 1
      ? diagnostic
      : {
          ...diagnostic,
          notes: [...diagnostic.notes, `checking stopped after ${mostMistakes} mistakes`],
        },
  )

/** Names of fields that contain a list of agents, and of fields that contain one agent. */
const lists: readonly PathStep[] = ['members', 'subAgents']
const ones: readonly PathStep[] = ['member', 'other']

/** Returns a note that names the tool and the agent which contain a path, because a path of numbers is hard to read. */
function noteOwnerOfPath(data: unknown, steps: readonly PathStep[]): string[] {
  const owners = new Map<'agent' | 'tool', string>()
  let node: unknown = data
  const note = (owner: 'agent' | 'tool'): void => {
    if (isObject(node) && typeof node.name === 'string' && !('kind' in node)) owners.set(owner, node.name)
  }
  note('agent')
  for (const [index, step] of steps.entries()) {
    node = (node as Readonly<Record<PathStep, unknown>> | undefined)?.[step]
    const list = typeof step === 'number' ? (steps[index - 1] as PathStep) : ''
    if (lists.includes(list) || ones.includes(step)) note('agent')
    else if (list === 'tools') note('tool')
  }
  const named = (['tool', 'agent'] as const).flatMap(kind => {
    const name = owners.get(kind)
    return name === undefined ? [] : [`${kind} '${cutColumns(name.slice(0, shown * 4), shown)}'`]
  })
  return named.length > 0 ? [`in ${named.join(' of ')}`] : []
}
