import { isNative, type Tool } from '../../agent/agent.ts'
import { type ResolvedAgent, type SystemText, schemaOrigin } from '../../agent/resolved.ts'
import { expanderOf } from '../../agent/tool-facts.ts'
import type { Binding, ModelRow } from '../../ir/model.ts'
import { isValue, keyOf } from '../../ir/origin.ts'
import type { Fingerprint } from '../../ir/plan.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Pass } from '../../pass/pass.ts'
import { routed, type Sight } from '../../session/unit/sight.ts'
import { rowsFor } from '../../target/rows/row-for.ts'
import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'

const hash = (value: unknown): string => digest(toJson(value ?? null)).slice(0, 12)

/** Returns a system text without its state values, which `valuesOf` records. */
const textOf = ({ parts, extra }: SystemText): unknown => [
  parts.map(({ runs }) => runs.map(([text, origin]) => (isValue(origin) ? '' : text)).join('')),
  extra ?? null,
]

/** Returns the state values in the instruction, each as its key and a digest. */
const valuesOf = (agent: ResolvedAgent): string =>
  agent.system
    .flatMap(({ parts }) => parts.flatMap(({ runs }) => runs))
    .flatMap(([text, origin]) => (isValue(origin) ? [`${keyOf(origin)}=${digest(text).slice(0, 8)}`] : []))
    .join(' ')

/** Returns a tool without the fields that no provider gets. */
function sentOf(tool: Tool): unknown {
  if (isNative(tool)) return tool
  const { reads, writes, expands, ...others } = tool
  const {
    needsApproval,
    onInterrupt,
    timeoutMs,
    concurrency,
    readOnly,
    idempotent,
    external,
    reveal,
    guard,
    ...sent
  } = others
  return sent
}

/** Everything besides the session that the beginning of a request depends on. */
export interface FingerprintInput {
  readonly agent: ResolvedAgent
  readonly sight: Sight
  readonly target: TargetName
  readonly model: string | null
  /** The caller's rows of models. */
  readonly modelRows?: readonly ModelRow[]
  readonly limit: number | null
  /** Passes of the options; absent = the default ones. */
  readonly passes?: readonly Pass[]
  /** Fields besides the messages that the model's reasoning is bound to; absent = it is not bound. */
  readonly boundTo?: Binding['prefix']
  /** Whether the instruction holds the output schema. */
  readonly schemaAsText?: boolean
}

/** Returns the instruction without the text that asks for the form of the answer. */
const withoutSchema = (system: readonly SystemText[]): readonly SystemText[] =>
  system.flatMap(text => {
    const parts = text.parts.filter(({ origin }) => origin !== schemaOrigin)
    return parts.length === 0 ? [] : [{ ...text, parts }]
  })

/** Whether the output schema is a field that the model's reasoning, which is bound to others, is not bound to. */
const isApart = (boundTo: Binding['prefix'] | undefined, schemaAsText: boolean): boolean =>
  boundTo !== undefined && !boundTo.includes('format') && !schemaAsText

/** Mark of an output schema that no reasoning is bound to, although the model binds its reasoning. */
const unbound = 'unbound '

/** Whether two output schemas differ, and reasoning is bound to neither. */
export const differsUnbound = (before: string, now: string): boolean =>
  before !== now && [before, now].every(schema => schema.startsWith(unbound) || schema === hash(undefined))

/** Returns a digest of what a caller's rows say of a model, besides its price and their provenance; '' for nothing. */
function told(rows: readonly ModelRow[], model: string): string {
  const said = rowsFor(rows, model).map(({ price, source, asOf, note, aliases, ...columns }) => columns)
  return said.length === 0 ? '' : ` ${hash(said)}`
}

/** Whether texts of outsiders are shown otherwise than others. */
const isFenced = ({ policy }: Sight): boolean =>
  policy?.clauses.some(({ operations }) => operations.some(({ op }) => op === 'fence')) === true

/** Returns the fingerprint of everything besides the session that the beginning of a request depends on. */
export const fingerprintOf = ({
  agent,
  sight,
  target,
  model,
  modelRows,
  limit,
  passes,
  boundTo,
  schemaAsText = false,
}: FingerprintInput): Fingerprint => ({
  agent: agent.name,
  shown:
    hash([
      [...sight.own],
      sight.branch,
      sight.contents,
      routed(sight),
      ...(sight.policy ? [sight.policy.clauses, expanderOf(agent.tools)] : []),
      ...(agent.external && isFenced(sight) ? [agent.external] : []),
    ]) + (passes ? hash(passes.map(({ kind, name }) => [kind, name])) : ''),
  target,
  model: `${model ?? ''}${modelRows === undefined ? '' : told(modelRows, model ?? '')}`,
  // A schema in a field of the request is not sent in the instruction too.
  instruction: hash(
    (isApart(boundTo, schemaAsText) ? withoutSchema(agent.system) : agent.system).map(textOf),
  ),
  tools: hash(agent.tools.map(sentOf)),
  outputSchema:
    (agent.outputSchema && isApart(boundTo, schemaAsText) ? unbound : '') + hash(agent.outputSchema),
  state: valuesOf(agent),
  budget: `${limit ?? ''}`,
  ...(boundTo?.includes('effort') && { effort: agent.generateConfig?.reasoningEffort ?? '' }),
})
