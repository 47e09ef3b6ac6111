import type { PrefixPiece } from '../../src/compile.ts'
import {
  type Compiled,
  type CompileOptions,
  compile,
  createCompiler,
  createSession,
  type EventInput,
  type Member,
  type Session,
} from '../../src/index.ts'
import { accounted } from '../laws/accounted.ts'
import { withinBudget } from '../laws/budget.ts'
import { type Outcome, withoutLimit } from '../laws/case.ts'
import { legal, verified } from '../laws/legal.ts'
import { mapped } from '../laws/mapped.ts'
import { foreignWords } from '../laws/protected.ts'
import { whole } from '../laws/whole.ts'

const everything = ({ names: _, work: __, map, ledger, units, prefix, ...rest }: Compiled): string =>
  JSON.stringify([rest, map, ledger, units, prefix])

const refusals = new Set(['CX4001', 'CX7001', 'CX7005', 'CX7014', 'CX7017', 'CX2002'])

/** Lists the laws that one compile breaks. */
async function faults(outcome: Outcome): Promise<string[]> {
  const { result } = outcome
  const found = [
    ...(await withinBudget.check(outcome)),
    ...(await mapped.check(outcome)),
    ...(await accounted.check(outcome)),
  ]
  if (result.ok)
    return [
      ...found,
      ...(await legal.check(outcome)),
      ...(await verified.check(outcome)),
      ...foreignWords(outcome),
    ]
  const errors = result.diagnostics.filter(({ level }) => level === 'error')
  if (errors.length === 0) found.push('not ok without an error')
  return [
    ...found,
    ...errors.filter(({ code }) => !refusals.has(code)).map(({ code, message }) => `${code} ${message}`),
  ]
}

/** The first piece in which two beginnings part; null where the earlier one is the beginning of the later. */
function parts(earlier: readonly PrefixPiece[], later: readonly PrefixPiece[]): string | null {
  const at = earlier.findIndex(({ text }, index) => later[index]?.text !== text)
  return at < 0
    ? null
    : `piece ${at}: ${earlier[at]?.text.slice(0, 200)} became ${later[at]?.text.slice(0, 200)}`
}

/**
 * Lists the laws that a program breaks while its session grows. Each length is compiled with the plan of the length before it.
 */
export async function complaints(
  member: Member,
  given: readonly EventInput[],
  options: CompileOptions,
  cuts: readonly number[],
): Promise<string[]> {
  const found: string[] = []
  const compiler = createCompiler(member, options)
  let session: Session = createSession()
  const last = new Map<string, Compiled>()
  for (const length of [...new Set(cuts.map(cut => cut % (given.length + 1)))].sort((a, b) => a - b)) {
    session = session.append(...given.slice(session.length, length))
    const fresh = createSession({ events: given.slice(0, length) })
    const before = last.get('')
    const plan = before?.plan ?? null
    const warm = await compiler.compile(session, { plan })
    const cold: Compiled = await compile(member, fresh, { ...options, plan })
    if (everything(warm) !== everything(cold)) found.push(`at ${length}: incremental is not cold`)
    const outcomeOf = (result: Compiled): Outcome =>
      ({
        input: { options, counter: null },
        conversation: { session: fresh, agent: { name: 'any', tools: [], outputSchema: {} } },
        result,
        unlimited: () => compile(member, fresh, withoutLimit(options)),
      }) as unknown as Outcome
    found.push(...(await faults(outcomeOf(cold))).map(text => `at ${length}: ${text}`))
    // Earlier requests decide which reasoning may stay.
    const bare = plan === null ? cold : await compile(member, fresh, options)
    found.push(...(await whole.check(outcomeOf(bare))).map(text => `at ${length}, without a plan: ${text}`))
    const decided = cold.diagnostics.some(({ code }) => code === 'CX5001' || code === 'CX5002')
    const parted = cold.ok && before?.ok && !decided ? parts(before.prefix, cold.prefix) : null
    if (parted !== null) found.push(`at ${length}: nothing was decided, and ${parted}`)
    if (cold.ok) last.set('', cold)
  }
  return found
}
