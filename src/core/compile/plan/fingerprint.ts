import { type ResolvedAgent, type SystemText, schemaOrigin } from '../../agent/resolved.ts'
import { expandToolName, sentToolFields } from '../../agent/tool-facts.ts'
import type { JsonValue } from '../../ir/json.ts'
import type { Binding, ModelRow } from '../../ir/model.ts'
import { isStateValueOrigin, keyOfValueOrigin } from '../../ir/origin.ts'
import type { Fingerprint } from '../../ir/plan.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { Pass } from '../../pass/pass.ts'
import { routingData, type Sight } from '../../session/unit/sight.ts'
import { rowsFor } from '../../target/rows/row-for.ts'
import { digest } from '../../text/digest.ts'
import { toJson } from '../../text/json.ts'
import { isOfSDK, optionsUnder } from '../../vendor/ai-sdk/rows/options.ts'

const digestOfJson = (value: unknown): string => digest(toJson(value ?? null)).slice(0, 12)

/** Returns a system text without the state values in it, which `instructionValues` digests separately. */
const textWithoutValues = ({ parts, extra }: SystemText): unknown => [
  parts.map(({ runs }) => runs.map(([text, origin]) => (isStateValueOrigin(origin) ? '' : text)).join('')),
  extra ?? null,
]

/** Returns the state values in the instruction, each as its key and a digest. */
const instructionValues = (agent: ResolvedAgent): string =>
  agent.system
    .flatMap(({ parts }) => parts.flatMap(({ runs }) => runs))
    .flatMap(([text, origin]) =>
      isStateValueOrigin(origin) ? [`${keyOfValueOrigin(origin)}=${digest(text).slice(0, 8)}`] : [],
    )
    .join(' ')

/** Agent, and the provider names under which an AI SDK package reads options for the request. */
interface Optioned {
  readonly agent: ResolvedAgent
  readonly providers: readonly string[]
}

/** Returns the values that options for the provider have under some names, as the AI SDK's requests contain them. */
function providerOptions(
  { agent: { extra }, providers }: Optioned,
  names: readonly string[],
): readonly JsonValue[] {
  const options = isOfSDK(extra) ? optionsUnder(extra.fields, providers) : null
  return names.flatMap(name => options?.[name] ?? [])
}

/** Returns a digest of some values; '' if there are none. */
const digestOfAny = (values: readonly unknown[]): string => (values.length === 0 ? '' : digestOfJson(values))

/** Returns a digest of the end user whom the request names; '' if it names none. */
function endUser(from: Optioned): string {
  const { agent } = from
  const { user, safety_identifier: identifier } = agent.extra?.fields ?? {}
  const own = user === undefined && identifier === undefined ? [] : [user, identifier]
  return digestOfAny([...own, ...providerOptions(from, ['user', 'safetyIdentifier'])])
}

/** Returns the effort that the request sets, also by an option for its provider. */
const effortOf = (from: Optioned): string =>
  `${from.agent.generateConfig?.reasoningEffort ?? ''}${digestOfAny(providerOptions(from, ['reasoningEffort']))}`

/** Everything that determines the beginning of a request, except the session. */
export interface FingerprintInput extends Optioned {
  readonly sight: Sight
  readonly target: TargetName
  readonly model: string | null
  /** The caller's rows of models. */
  readonly modelRows?: readonly ModelRow[]
  readonly limit: number | null
  /** Passes from the options; absent for the default passes. */
  readonly passes?: readonly Pass[]
  /**
   * Request fields, in addition to the messages, to which the provider binds the model's reasoning; absent if reasoning
   * is not bound.
   */
  readonly boundTo?: Binding['prefix']
  /** Whether the instruction contains the output schema. */
  readonly schemaAsText?: boolean
}

/** Returns the instruction without the text that describes the output schema. */
const withoutSchema = (system: readonly SystemText[]): readonly SystemText[] =>
  system.flatMap(text => {
    const parts = text.parts.filter(({ origin }) => origin !== schemaOrigin)
    return parts.length === 0 ? [] : [{ ...text, parts }]
  })

/** Whether the provider binds reasoning to other parts of the request, but not to the output schema. */
const isUnboundSchema = (boundTo: Binding['prefix'] | undefined, schemaAsText: boolean): boolean =>
  boundTo !== undefined && !boundTo.includes('format') && !schemaAsText

/**
 * Prefix for the digest of an output schema, used if reasoning is bound to other parts of the request but not to the
 * schema.
 */
const unbound = 'unbound '

/** Whether two output schemas differ, and the provider binds reasoning to neither of them. */
export const differsUnbound = (before: string, now: string): boolean =>
  before !== now &&
  [before, now].every(schema => schema.startsWith(unbound) || schema === digestOfJson(undefined))

/** Returns a digest of the caller's rows for a model, without their prices and sources; '' if there are no rows. */
function rowsDigest(rows: readonly ModelRow[], model: string): string {
  const said = rowsFor(rows, model).map(({ price, source, asOf, note, aliases, ...columns }) => columns)
  return said.length === 0 ? '' : ` ${digestOfJson(said)}`
}

/** Returns the model with a digest of the caller's rows for it. */
export const modelFingerprint = (model: string | null, rows: readonly ModelRow[] | undefined): string =>
  `${model ?? ''}${rows === undefined ? '' : rowsDigest(rows, model ?? '')}`

/** Whether the policy puts texts from outside between tags (fences). */
const isFenced = ({ policy }: Sight): boolean =>
  policy?.clauses.some(({ operations }) => operations.some(({ op }) => op === 'fence')) === true

/** Returns the fingerprint of everything that determines the beginning of a request, except the session. */
export const fingerprintOf = ({
  agent,
  providers,
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
    digestOfJson([
      [...sight.own],
      sight.branch,
      sight.contents,
      routingData(sight),
      ...(sight.policy ? [sight.policy.clauses, expandToolName(agent.tools)] : []),
      ...(agent.external && isFenced(sight) ? [agent.external] : []),
    ]) + (passes ? digestOfJson(passes.map(({ kind, name }) => [kind, name])) : ''),
  target,
  model: modelFingerprint(model, modelRows),
  // If the output schema is sent in a request field, it does not change the instruction.
  instruction: digestOfJson(
    (isUnboundSchema(boundTo, schemaAsText) ? withoutSchema(agent.system) : agent.system).map(
      textWithoutValues,
    ),
  ),
  tools: digestOfJson(agent.tools.map(sentToolFields)),
  outputSchema:
    (agent.outputSchema && isUnboundSchema(boundTo, schemaAsText) ? unbound : '') +
    digestOfJson(agent.outputSchema) +
    (boundTo?.includes('format') ? digestOfAny(providerOptions({ agent, providers }, ['textFormat'])) : ''),
  state: instructionValues(agent),
  budget: `${limit ?? ''}`,
  ...(boundTo?.includes('effort') && { effort: effortOf({ agent, providers }) }),
  ...(boundTo?.includes('user') && { user: endUser({ agent, providers }) }),
})
