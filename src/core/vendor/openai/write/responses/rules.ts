import type { FindingNote } from '../../../../diag/collect.ts'
import { opaqueLeftOut } from '../../../../diag/opaque.ts'
import { isObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Run } from '../../../../ir/origin.ts'
import type { StringOrigins } from '../../../../map/origins.ts'
import { checkMetadata, checkWeight, openaiLimits } from '../../../../target/limits.ts'
import { checkNumbers } from '../../../../target/numbers.ts'
import type { Draft, Report, RuleTable } from '../../../../target/rule.ts'
import { reasoningLoss } from '../../../../target/travel.ts'
import { safeString } from '../../../../text/reason.ts'
import { checkBreakpoints, dropBreakpoints } from '../shared/breakpoints.ts'
import { responsesNumbers } from '../shared/numbers.ts'
import { beyondStrict, refusedParameterParts } from '../shared/schema.ts'
import { isLegalCallId } from './legal-id.ts'
import { isUnfinished, shortensInput } from './opaque.ts'
import { checkItemOrder, mayFollowReasoning } from './order.ts'
import { findOrphans, sendUnpairedPrograms } from './programs.ts'
import type { InputItem, InputMessage, OutputMessage, ResponsesRequest } from './request.ts'

/** Item in wire form. */
type WireItem = Readonly<Record<string, unknown>>

const guides = 'https://developers.openai.com/api/docs/guides'
const sdk = 'https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts'

const typeOf = (item: InputItem | undefined): unknown => (item as { type?: unknown } | undefined)?.type

const isConfigurationUpdate = (item: InputItem | undefined): boolean =>
  typeOf(item) === 'configuration_update'

/** Returns an update that sets what two consecutive updates set. */
const joinUpdates = (first: InputItem, second: InputItem): object => {
  const [earlier, later] = [first, second] as object[] as [WireItem, WireItem]
  const joined = ['reasoning', 'text'].flatMap(field => {
    const settings = [earlier[field], later[field]].filter(isObject)
    return settings.length === 0 ? [] : [[field, Object.assign({}, ...settings)]]
  })
  return { ...earlier, ...later, ...Object.fromEntries(joined) }
}

/** Rule R10: moves configuration updates after the newest compaction, and joins consecutive ones. */
function joinConsecutiveUpdates({ request, origins }: Draft<ResponsesRequest, OpenAIRules>): void {
  const { input } = request
  if (!input.some(isConfigurationUpdate)) return
  const newest = input.findLastIndex(item => typeOf(item) === 'compaction')
  const before = input.slice(0, newest + 1)
  const placed = [
    ...before.filter(item => !isConfigurationUpdate(item)),
    ...before.filter(isConfigurationUpdate),
    ...input.slice(newest + 1),
  ]
  const joined: InputItem[] = []
  for (const item of placed) {
    const before = joined.at(-1)
    if (before === undefined || !isConfigurationUpdate(item) || !isConfigurationUpdate(before))
      joined.push(item)
    else joined[joined.length - 1] = origins.copyOrigins(joinUpdates(before, item) as InputItem, item)
  }
  request.input = joined
}

/** Checks rule R10: no configuration update precedes a compaction. */
function checkUpdates({ input }: ResponsesRequest, report: Report): void {
  const newest = input.findLastIndex(item => typeOf(item) === 'compaction')
  for (const [index, item] of input.entries())
    if (index < newest && isConfigurationUpdate(item))
      report(`/input/${index}`, 'a compaction follows the configuration update')
}

/**
 * Rule R8: removes an item's id if an earlier item has the same id. An item that is useless without its id is dropped.
 */
function dropDoubledIds({ request, origins, edit, note }: Draft<ResponsesRequest, OpenAIRules>): void {
  const seen = new Set<string>()
  request.input = request.input.flatMap(item => {
    const { id } = item as { id?: unknown }
    if (typeof id !== 'string') return [item]
    if (!seen.has(id)) {
      seen.add(id)
      return [item]
    }
    edit(item, 'repaired')
    if (item.type === 'message' && 'id' in item) return [plainMessage(item, origins)]
    if (item.type !== 'function_call' && item.type !== 'custom_tool_call') {
      for (const at of origins.partsOf(item)) note(repeatedIdNote(item, at))
      return []
    }
    const { id: _, ...without } = item
    return [origins.copyOrigins(without as InputItem, item)]
  })
}

/** Creates a note about an item that was dropped because an earlier item has the same id. */
const repeatedIdNote = ({ type }: InputItem, at: string): FindingNote =>
  type === 'reasoning'
    ? reasoningLoss('its id was there before', at)
    : {
        kind: `CX7008 ${type} doubled`,
        say: places => opaqueLeftOut(type ?? 'message', 'id used before', places, 'dropped'),
        at,
      }

/** Rule R3: drops reasoning after which no item is left, because another fix removed the item. */
function dropDanglingReasoning({ request, origins, edit, note }: Draft<ResponsesRequest, OpenAIRules>): void {
  const kept: InputItem[] = []
  for (const item of [...request.input].reverse()) {
    if (item.type !== 'reasoning' || mayFollowReasoning(kept.at(-1))) kept.push(item)
    else {
      edit(item, 'reasoning-omitted')
      for (const at of origins.partsOf(item)) note(reasoningLoss('what it led to is gone', at))
    }
  }
  request.input = kept.reverse()
}

/** Returns an answer as a plain message without an id. The answer's parts are joined into one text. */
function plainMessage({ content, phase }: OutputMessage, origins: StringOrigins): InputItem {
  const runs = content.flatMap((piece, index): Run[] => {
    const [key, text] = piece.type === 'refusal' ? ['refusal', piece.refusal] : ['text', piece.text]
    const entry = origins.originsIn(piece).key(key as string)
    const origin = typeof entry === 'string' ? entry : (origins.originsIn(piece).whole ?? 'c:message')
    return [...(index > 0 ? [['\n\n', 'c:join'] as const] : []), [text as string, origin]]
  })
  const plain: InputMessage = { role: 'assistant', content: '', ...(phase != null && { phase }) }
  origins.recordWhole(plain, runs[0]?.[1] ?? 'c:message')
  plain.content = origins.joinRuns(plain, 'content', runs)
  return plain
}

/** Rules of the Responses API on request bodies, numbered as in docs/rules.md. */
export const rules: RuleTable<ResponsesRequest, OpenAIRules, WireItem> = {
  order: checkItemOrder,
  messages: ['/input', ({ input }) => input as unknown as readonly WireItem[]],
  rows: [
    {
      id: 'R1',
      title: 'an output follows its call',
      source: 'https://github.com/langchain-ai/langchain/issues/34282',
    },
    {
      id: 'R2',
      title: 'every call has an output',
      source: 'https://community.openai.com/t/no-tool-output-found-for-function-call/1141345',
    },
    {
      id: 'R21',
      title: 'a program and its output go together, and a caller names a program that is there',
      source: sdk,
      fix: sendUnpairedPrograms,
      check: (request, report) => {
        const { items, callers } = findOrphans(request)
        if (items.size + callers.size === 0) return
        for (const [index, item] of request.input.entries()) {
          if (items.has(item))
            report(`/input/${index}`, 'a program without its output, or an output without its program')
          if (callers.has(item)) report(`/input/${index}`, 'its caller names a missing program')
        }
      },
    },
    {
      id: 'R4',
      title: 'reasoning is found at the server, or goes with its content',
      source: `${guides}/reasoning`,
      message: (item, report, _facts, request) => {
        const stored = (request as { store?: unknown }).store !== false
        const sealed = typeof item.encrypted_content === 'string' && item.encrypted_content !== ''
        if (item.type === 'reasoning' && !stored && !sealed)
          report('the server did not store the reasoning, and its content is missing')
      },
    },
    {
      id: 'R22',
      title: "a call of the server's tools is complete, or found at the server",
      source: 'https://github.com/can1357/oh-my-pi/issues/3226',
      message: (item, report, _facts, request) => {
        if ((request as { store?: unknown }).store === false && isUnfinished(item))
          report('the server did not store the call, and its outcome is missing')
      },
    },
    {
      id: 'R23',
      title: 'a text has at most 10,485,760 characters, the arguments of a call 1,048,576',
      source: 'https://github.com/openai/codex/issues/13270',
      message: checkWeight(openaiLimits),
    },
    {
      id: 'R26',
      title: 'metadata has at most 16 pairs, of 64 and 512 characters',
      source: 'https://platform.openai.com/docs/api-reference/responses/create',
      check: checkMetadata(openaiLimits),
    },
    {
      id: 'R6',
      title: 'no reasoning for a model that does not reason',
      source: 'https://github.com/openai/openai-agents-python/issues/2602',
      message: (item, report, facts, request) => {
        if (item.type === 'reasoning' && !facts.reasoning && request.model !== undefined)
          report('the model does not reason')
      },
    },
    {
      id: 'R7',
      title: 'only answers have a phase',
      source: `${guides}/reasoning`,
      message: (item, report) => {
        if ('phase' in item && item.role !== 'assistant') report('only an answer has a phase')
      },
    },
    {
      id: 'R8',
      title: 'one way of chaining, and no item twice',
      source: sdk,
      fix: dropDoubledIds,
      check: (request, report) => {
        const body = request as unknown as WireItem
        if (body.previous_response_id != null && body.conversation != null)
          report('/previous_response_id', 'previous_response_id cannot be combined with conversation')
        const ids = request.input.map(item => (item as { id?: string }).id).filter(id => id !== undefined)
        if (new Set(ids).size < ids.length) report('/input', 'two items have one id')
      },
    },
    {
      id: 'R3',
      title: 'reasoning goes with what it led to',
      fix: dropDanglingReasoning,
      source: 'https://github.com/vercel/ai/issues/11036',
    },
    {
      id: 'R9',
      title: 'a call is not given by reference',
      source:
        'https://github.com/vercel/ai/blob/main/packages/openai/src/responses/convert-to-openai-responses-input.ts',
      message: (item, report) => {
        if (item.type === 'item_reference' && safeString(item.id).startsWith('fc_'))
          report('a call by reference cannot be matched to its output')
      },
    },
    {
      id: 'R10',
      title: 'configuration updates where the model knows them',
      source: `${guides}/prompt-caching`,
      fix: joinConsecutiveUpdates,
      check: checkUpdates,
      message: (item, report, facts, request) => {
        if (item.type !== 'configuration_update') return
        if (!facts.rules.configurationUpdate) report('the model does not know configuration updates')
        if (shortensInput(request as unknown as WireItem)) report('the request has automatic truncation')
      },
    },
    {
      id: 'R11',
      title: 'a compaction is asked for at the end',
      source: sdk,
      check: ({ input }, report) => {
        for (const [index, { type }] of (input as readonly { type?: unknown }[]).entries())
          if (type === 'compaction_trigger' && index !== input.length - 1)
            report(`/input/${index}`, 'the trigger must be the last item')
      },
    },
    {
      id: 'R12',
      title: 'strict schemas keep to the subset',
      source: `${guides}/structured-outputs`,
      check: (request, report) => {
        for (const [index, tool] of (request.tools ?? []).entries()) {
          const [lost] = tool.type === 'function' && tool.strict ? beyondStrict(tool.parameters) : []
          if (lost) report(`/tools/${index}`, `the strict schema has ${lost}`)
        }
        const format = request.text?.format
        const [lost] = format?.type === 'json_schema' && format.strict ? beyondStrict(format.schema) : []
        if (lost) report('/text/format', `the strict schema has ${lost}`)
      },
    },
    {
      id: 'R18',
      title:
        "a function's schema is JSON Schema 2020-12, an object without a choice at its root, its lists with items",
      source: 'https://github.com/langchain-ai/langchainjs/issues/9804',
      check: (request, report) => {
        for (const [index, tool] of (request.tools ?? []).entries()) {
          const [refused] = tool.type === 'function' ? refusedParameterParts(tool.parameters) : []
          if (refused) report(`/tools/${index}`, `the schema has ${refused}`)
        }
      },
    },
    {
      id: 'R19',
      title: 'a schema of the answer is sent only to a model that takes one',
      source: `${guides}/structured-outputs`,
      check: (request, report, { rules: { structuredOutputs } }) => {
        if (request.text?.format?.type === 'json_schema' && !structuredOutputs)
          report('/text/format', 'the model accepts no schema')
      },
    },
    {
      id: 'R14',
      title: "a call's id is short and plain",
      source: 'https://github.com/openai/openai-agents-python/issues/1797',
      message: (item, report) => {
        if (typeof item.call_id === 'string' && !isLegalCallId(item.call_id))
          report(`the id ${item.call_id} is not allowed`)
      },
    },
    {
      id: 'R20',
      title: 'cache breakpoints stand on input, and only where the model takes them',
      source: 'https://github.com/Kilo-Org/kilocode/pull/13052',
      fix: draft => {
        draft.request.input = dropBreakpoints(draft.request.input, draft)
      },
      message: checkBreakpoints,
    },
    {
      id: 'R17',
      title: 'numbers are within their ranges',
      source: 'https://github.com/vectorize-io/hindsight/issues/58',
      check: (request, report) => checkNumbers(request, report, responsesNumbers),
    },
  ],
}
