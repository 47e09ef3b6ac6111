import { isObject } from '../core/ir/json.ts'
import type { Plan } from '../core/ir/plan.ts'
import { describeJson } from './describe.ts'
import { inputName, readInput } from './input.ts'
import { type Io, UsageError } from './io.ts'
import { parseFile } from './parse.ts'

const help =
  'a plan is what an earlier ctxc compile --format json printed, or the plan in it; print to another file than the one read'

/**
 * Reads the plan of an earlier compile from a file; null if that compile sent no request. The compiler later rejects a
 * plan that does not match.
 */
export async function readPlanFile(file: string, io: Io): Promise<Plan | null> {
  const name = inputName(file)
  const json = parseFile(await readInput(file, io), name, help)
  const plan = isObject(json) && json.plan !== undefined ? json.plan : json
  // Plans of every version have a version number, so only this field is checked.
  if (plan === null || (isObject(plan) && typeof plan.version === 'number')) return plan as Plan | null
  throw new UsageError(`${name} is not a plan: it holds ${describeJson(json)}`, help)
}
