import type { FunctionTool } from '../../../core/agent/agent.ts'
import type { ArgumentGuard, GuardVerdict, TaintedArgument } from '../../../core/agent/argument-guard.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import { isObject, type JsonValue } from '../../../core/ir/json.ts'
import { lowerTrust } from '../../../core/ir/trust.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import type { TaintSource } from '../../../core/protect/taint/source-index.ts'
import { taint } from '../../../core/protect/taint/taint.ts'
import type { Session } from '../../../core/session/session.ts'
import type { FoundTool } from './find-tool.ts'

/** Argument that a taint guard of the tool stops, and the guard's verdict. */
interface Judged extends TaintedArgument {
  readonly verdict: GuardVerdict
}

/** Returns the arguments of a call that the tool's taint guards stop. */
function taintedArguments(
  session: Session,
  { guard = {}, parameters }: Pick<FunctionTool, 'guard' | 'parameters'>,
  input: unknown,
): readonly Judged[] {
  if (!isObject(input)) return []
  return Object.entries(guard).flatMap(([argument, given]) => {
    const asked = readGuard(given)
    if (asked === null || !Object.hasOwn(input, argument) || hasFewValues(parameters, argument)) return []
    const found = taint(session, input[argument] as JsonValue)
    if (lowerTrust(found.trust, asked.trust) === asked.trust) return []
    const tainted = { ...found, argument, value: input[argument] as JsonValue, needs: asked.trust }
    return [{ ...tainted, verdict: guardVerdictOf(tainted, asked.otherwise) }]
  })
}

function readGuard(given: ArgumentGuard) {
  if (given === 'any') return null
  return typeof given === 'string' ? { trust: given } : given
}

function guardVerdictOf(
  tainted: TaintedArgument,
  otherwise: Exclude<ArgumentGuard, string>['otherwise'] = 'refuse',
): GuardVerdict {
  if (typeof otherwise === 'string') return otherwise
  try {
    const verdict: unknown = otherwise(tainted)
    return verdict === 'pass' || verdict === 'ask' ? verdict : 'refuse'
  } catch {
    return 'refuse'
  }
}

/** Whether a schema allows only a few values for an argument. Such an argument cannot leak a text. */
function hasFewValues(parameters: unknown, argument: string): boolean {
  const properties = isObject(parameters) ? parameters.properties : undefined
  const property = isObject(properties) ? properties[argument] : undefined
  return isObject(property) && ('enum' in property || 'const' in property || property.type === 'boolean')
}

/**
 * Returns the verdict of a tool's taint guards on a call: a reason to refuse it, `ask` to request approval, or
 * permission. The guards check the arguments as the model wrote them, with placeholders replaced by real values.
 */
export function judgeArguments(
  session: Session,
  { tool }: FoundTool,
  call: ToolCallPart,
  withValues: <Value>(value: Value) => Value,
): { readonly refusal: string } | 'ask' | 'pass' {
  if (tool.guard === undefined) return 'pass'
  const tainted = taintedArguments(session, tool, withValues(readArguments(call).value))
  const refused = tainted.filter(({ verdict }) => verdict === 'refuse')
  if (refused.length > 0) return { refusal: `the call was refused: ${taintRefusalText(refused)}` }
  return tainted.some(({ verdict }) => verdict === 'ask') ? 'ask' : 'pass'
}

const taintRefusalText = (tainted: readonly TaintedArgument[]): string =>
  tainted
    .map(({ argument, needs, trust, from: [source] }) => {
      const by = source === undefined ? 'the model made it up' : `it comes from ${taintSourceText(source)}`
      return `'${argument}' must come from the ${needs}, and ${by} (${trust})`
    })
    .join('; ')

const taintSourceText = ({ tool, place }: TaintSource): string =>
  tool === undefined ? `the text at ${place}` : `the result of '${tool}' at ${place}`
