import type { Diagnostic } from '../../diag/diagnostic.ts'
import { contextRefused, requestRepeatsTexts, requiredMissing, valuesUnfit } from '../../diag/validate.ts'
import { type Finding, isValidation, type Protection } from '../../ir/protection.ts'
import type { PlacedAgent } from '../../program/placed.ts'
import type { Declaration } from '../../program/read-program.ts'
import { sessionSeenBy } from '../../program/seen-by.ts'
import type { Session } from '../../session/session.ts'
import { type AgentLens, unprotectedFindings } from '../agent-lens.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { Compiled } from '../contract/result.ts'
import { withDiagnostics } from '../report/with-diagnostics.ts'
import { allProtectionsOf } from './protections-of.ts'

type Of<Kind extends Finding['kind']> = Extract<Finding, { readonly kind: Kind }>

const isFindingOf =
  <Kind extends Finding['kind']>(kind: Kind) =>
  (finding: Finding): finding is Of<Kind> =>
    finding.kind === kind

/** Session before protected values were replaced, and the agent's view (lens). */
interface Stored {
  readonly stored: Session
  readonly lens: AgentLens
}

/**
 * Returns the place at the start of a problem's text. The explanation after the place is left out, because it may quote
 * a value.
 */
function placeInProblem(problem: string): string {
  const end = problem.indexOf(': ')
  return end > 0 && !problem.slice(0, end).includes(' ') ? problem.slice(0, end) : 'it is not valid'
}

/**
 * Returns a function that reports what protections find in the events that an agent `sees`, before values in the
 * session are replaced. The findings are computed only once.
 */
export function validationReporter(
  program: Declaration,
  placed: PlacedAgent,
  given: Stored,
  options: CompileOptions,
): (sees: (seq: number) => boolean) => readonly Diagnostic[] {
  let known: readonly Diagnostic[] | null = null
  return sees => {
    known ??= reportFindings(program, placed, given, options, sees)
    return known
  }
}

function reportFindings(
  program: Declaration,
  placed: PlacedAgent,
  { stored, lens }: Stored,
  options: CompileOptions,
  sees: (seq: number) => boolean,
): readonly Diagnostic[] {
  const all = allProtectionsOf(placed, options)
  if (!all.some(isValidation)) return []
  const agent = placed.agent.name
  const read = sessionSeenBy(program, stored, placed, options.run?.branch)
  const found = unprotectedFindings(all, read, sees)
  const every = found.flatMap(({ findings }) => findings)
  if (every.length === 0) return []
  const missing = new Set(every.filter(isFindingOf('missing')).map(({ key }) => key))
  const unfit = every.filter(isFindingOf('unfit'))
  const refused = found.reduce((sum, { findings, refuses }) => sum + (refuses ? findings.length : 0), 0)
  return [
    ...(missing.size > 0 ? [requiredMissing(agent, [...missing])] : []),
    ...(unfit.length > 0
      ? [
          valuesUnfit(
            agent,
            // Only the places are reported. A schema's explanation may quote a value that is too short to be replaced
            // in a diagnostic.
            lens.isClear ? unfit : unfit.map(one => ({ ...one, problems: one.problems.map(placeInProblem) })),
          ),
        ]
      : []),
    ...(refused > 0 ? [contextRefused(agent, refused)] : []),
  ]
}

/**
 * Minimum length of a text that counts as a repetition. Shorter texts, such as names and roles, occur in every request.
 */
const shortest = 40

/** Returns a result, with an additional diagnostic if more of the request is repeated text than a protection allows. */
export function withRepetition(all: readonly Protection[], agent: string, compiled: Compiled): Compiled {
  const least = Math.max(0, ...all.flatMap(({ distinct }) => distinct ?? []))
  if (least === 0 || compiled.request === null) return compiled
  const counts = new Map<string, number>()
  let length = 0
  let distinct = 0
  const collectRepeatedTexts = (value: unknown): void => {
    if (typeof value === 'object' && value !== null)
      for (const item of Object.values(value)) collectRepeatedTexts(item)
    if (typeof value !== 'string' || value.length < shortest) return
    const count = counts.get(value) ?? 0
    counts.set(value, count + 1)
    length += value.length
    if (count === 0) distinct += value.length
  }
  collectRepeatedTexts(compiled.request)
  const share = length === 0 ? 1 : distinct / length
  if (share >= least) return compiled
  const [[most] = ['']] = [...counts].sort(
    ([left, one], [right, other]) => right.length * (other - 1) - left.length * (one - 1),
  )
  const said = requestRepeatsTexts(agent, share, least, most.slice(0, 2 * shortest))
  return withDiagnostics(compiled, [...compiled.diagnostics, said])
}
