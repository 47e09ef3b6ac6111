import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { ShownItem } from './pair.ts'

/** Codes of diagnostics about a missing model or limit. Not reported, because both are optional for `build`. */
const beside = new Set(['CX7002', 'CX4002'])

/** Help texts for diagnostics whose own help names options that `build` does not have; null for no help. */
const help: ReadonlyMap<string, (given: Diagnostic) => string | null> = new Map<
  string,
  (given: Diagnostic) => string | null
>([
  ['CX4001', ({ help }) => help?.replace('budget.input', 'maxTokens') ?? null],
  ['CX4003', () => 'raise maxTokens to keep more'],
  [
    'CX5002',
    () => "give the plan of the same thread's last build; one made before a chunk was changed does not fit",
  ],
  ['CX7003', () => 'give maxTokens: the window of the model is not known'],
  ['CX7004', () => null],
  ['CX7026', () => 'add what the user says as a chunk before you build'],
])

/** Adapts the compiler's diagnostics to users of `build`: they name chunk ids and options of `build`. */
export function adaptDiagnostics(
  diagnostics: readonly Diagnostic[],
  events: readonly ShownItem[],
): Diagnostic[] {
  const nameChunk = (note: string): string =>
    note.replace(/^e:(\d+)(?=:)/, (at, seq: string) => {
      const id = events[Number(seq)]?.item.id
      return id === undefined ? at : `chunk '${id}'`
    })
  return diagnostics
    .filter(({ code }) => !beside.has(code))
    .map(given => {
      const own = help.get(given.code)
      const notes = given.code === 'CX4001' ? given.notes.map(nameChunk) : given.notes
      return { ...given, notes, help: own ? own(given) : given.help }
    })
}
