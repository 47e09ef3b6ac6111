import type { AnthropicRules, ModelFacts } from '../../ir/model.ts'
import type { Report, Rule, RuleTable } from '../rule.ts'
import { examineSchema } from '../schema.ts'
import { checkErrors, checkTexts, eachBlock, hasCitations } from './blocks.ts'
import { checkMarks, thinMarks } from './cache.ts'
import { beginWithUser, endWithUser, fenceLateSystem, mergeRoles } from './messages.ts'
import { checkNumbers } from './numbers.ts'
import { changedTool, ServerPairs } from './opaque.ts'
import { order } from './order.ts'
import type { AnthropicRequest, ContentBlock } from './request.ts'
import { strictLimits, strictSubset } from './schema.ts'
import {
  isThinking,
  lacksThinking,
  orderServerEdits,
  serverEdits,
  thinkingMode,
  thinkLater,
} from './thinking.ts'

type Facts = ModelFacts<AnthropicRules>
type Row = Rule<AnthropicRequest, AnthropicRules>
const blocksOf =
  (
    check: (block: ContentBlock, report: (message: string) => void, facts: Facts) => void,
  ): NonNullable<Row['check']> =>
  (request, report, facts) =>
    eachBlock(request, (block, pointer) => check(block, message => report(pointer, message), facts))

const docs = 'https://platform.claude.com/docs/en'

function checkThinkingMode(request: AnthropicRequest, report: Report, { rules }: Facts): void {
  const type = thinkingMode(request)
  const effort = request.output_config?.effort ?? ''
  if (type === undefined) return
  if (!(rules.thinking as readonly string[]).includes(type))
    report('/thinking', `the model does not take '${type}'`)
  if (type === 'disabled' && rules.disabledEffortBlocked?.includes(effort))
    report('/thinking', `not at effort '${effort}'`)
}

function checkStrict(request: AnthropicRequest, report: Report): void {
  const strict = (request.tools ?? []).filter(tool => tool.strict)
  const found = strict.map(tool => examineSchema(tool.input_schema, strictSubset))
  const sum = (of: 'optional' | 'unions'): number => found.reduce((total, one) => total + one[of], 0)
  if (strict.length > strictLimits.tools) report('/tools', `more than ${strictLimits.tools} strict tools`)
  if (sum('optional') > strictLimits.optional)
    report('/tools', `more than ${strictLimits.optional} optional parameters`)
  if (sum('unions') > strictLimits.unions) report('/tools', `more than ${strictLimits.unions} unions`)
  for (const { beyond } of found) if (beyond[0]) report('/tools', `a strict schema has ${beyond[0]}`)
  const [lost] = request.output_config?.format
    ? examineSchema(request.output_config.format.schema, strictSubset).beyond
    : []
  if (lost) report('/output_config/format', `the schema has ${lost}`)
}

/** The rules of the Messages API that concern a body, numbered as in docs/rules.md. */
export const rules: RuleTable<AnthropicRequest, AnthropicRules> = {
  order,
  rows: [
    {
      id: 'A1',
      title: 'every call is answered in the next message',
      source: `${docs}/agents-and-tools/tool-use/handle-tool-calls`,
    },
    {
      id: 'A2',
      title: 'results come first in their message',
      source: `${docs}/agents-and-tools/tool-use/handle-tool-calls`,
    },
    {
      id: 'A3',
      title: "a server tool's call is answered, or ends the session",
      source: `${docs}/agents-and-tools/tool-use/server-tools`,
      check: (request, report) => {
        const pairs = request.messages.map(({ content }) => new ServerPairs(content))
        // Only results of other calls may follow a server tool at work.
        const lastSaid = request.messages.findLastIndex(({ content }) =>
          content.some(({ type }) => type !== 'tool_result'),
        )
        eachBlock(request, (block, pointer, _message, index) => {
          if (pairs[index]?.isStray(block)) report(pointer, 'the result has no server tool call')
          else if (pairs[index]?.isUnresolved(block) && lastSaid > index)
            report(pointer, 'the server tool has no result')
        })
      },
    },
    {
      id: 'A16',
      title: 'system text among the messages stands only where the model takes it',
      source: `${docs}/build-with-claude/mid-conversation-system-messages`,
      fix: fenceLateSystem,
    },
    {
      id: 'A4',
      title: 'a user speaks first, and neighbours of one role are one message',
      source: `${docs}/build-with-claude/working-with-messages`,
      fix: draft => {
        beginWithUser(draft)
        endWithUser(draft)
        mergeRoles(draft)
      },
    },
    {
      id: 'A5',
      title: 'no text block is empty',
      source: 'https://github.com/anthropics/claude-code/issues/2697',
      check: checkTexts,
    },
    {
      id: 'A6',
      title: 'no prefill where the model takes none, and none ends in white space',
      source: `${docs}/build-with-claude/working-with-messages`,
    },
    {
      id: 'A7',
      title: 'the input of a call is an object',
      source: 'https://github.com/vercel/ai/blob/main/packages/anthropic/src/convert-to-anthropic-prompt.ts',
      check: blocksOf((block, report) => {
        if (
          block.type === 'tool_use' &&
          (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
        )
          report('the input is no object')
      }),
    },
    {
      id: 'A8',
      title: 'thinking goes back whole',
      source: `${docs}/build-with-claude/extended-thinking`,
      check: blocksOf((block, report) => {
        if (block.type === 'thinking' && (typeof block.thinking !== 'string' || !block.signature))
          report('the thinking has no signature')
        if (block.type === 'redacted_thinking' && !block.data) report('the redacted thinking has no data')
      }),
    },
    {
      id: 'A9',
      title: 'a tool loop thinks from its beginning or not at all',
      source: `${docs}/build-with-claude/extended-thinking`,
      fix: thinkLater,
      check: (request, report) => {
        if (lacksThinking(request)) report('/thinking', 'the answer that began the tool loop has no thinking')
      },
    },
    {
      id: 'A12',
      title: 'an answer is more than thinking',
      source: 'https://github.com/vercel/ai/issues/13430',
      check: (request, report) => {
        for (const [index, message] of request.messages.entries()) {
          if (message.content.length === 0) report(`/messages/${index}`, 'a message needs content')
          if (message.role === 'assistant' && isThinking(message.content.at(-1)))
            report(`/messages/${index}`, 'an answer cannot end with thinking')
        }
      },
    },
    {
      id: 'A13',
      title: 'a call is not forced while thinking is enabled',
      source: `${docs}/build-with-claude/extended-thinking`,
      check: (request, report) => {
        const forced = request.tool_choice?.type === 'any' || request.tool_choice?.type === 'tool'
        if (forced && thinkingMode(request) === 'enabled')
          report('/tool_choice', 'a call cannot be forced while thinking is enabled')
      },
    },
    {
      id: 'A14',
      title: 'the thinking mode is one that the model takes',
      source: `${docs}/build-with-claude/adaptive-thinking`,
      check: checkThinkingMode,
    },
    {
      id: 'A15',
      title: 'sampling is left alone where the model fixes it',
      source: `${docs}/about-claude/models/whats-new-claude-4-7`,
      check: (request, report, { rules }) => {
        if (rules.sampling) return
        if (request.temperature !== undefined && request.temperature !== 1)
          report('/temperature', 'the model takes only the default')
        if (request.top_p !== undefined && request.top_p !== 1)
          report('/top_p', 'the model takes only the default')
        if (request.top_k !== undefined) report('/top_k', 'the model takes only the default')
      },
    },
    {
      id: 'A17',
      title: 'tools added later are declared',
      source: `${docs}/agents-and-tools/tool-use/mid-conversation-tool-changes`,
      check: (request, report) => {
        const declared = new Set((request.tools ?? []).map(tool => tool.name))
        eachBlock(request, (block, pointer) => {
          const { type } = block as { type: string }
          const changes = type === 'tool_addition' || type === 'tool_removal'
          if (changes && !declared.has(changedTool(block)))
            report(pointer, `'${changedTool(block)}' is not declared`)
        })
      },
    },
    {
      id: 'A18',
      title: 'strict schemas keep to the subset',
      source: `${docs}/build-with-claude/structured-outputs`,
      check: checkStrict,
    },
    {
      id: 'A19',
      title: 'no citations beside an output format',
      source: `${docs}/build-with-claude/structured-outputs`,
      check: (request, report) => {
        if (!request.output_config?.format) return
        eachBlock(request, (block, pointer) => {
          if (block.type === 'document' && hasCitations(block))
            report(pointer, 'citations do not go together with an output format')
        })
      },
    },
    {
      id: 'A20',
      title: 'a compaction goes back as it came',
      source: `${docs}/build-with-claude/compaction`,
      check: blocksOf((block, report) => {
        const { type, content } = block as unknown as { type: string; content?: unknown }
        if (type === 'compaction' && content === '') report('an empty compaction is refused')
      }),
    },
    {
      id: 'A21',
      title: 'thinking is cleared before anything else',
      source: `${docs}/build-with-claude/context-editing`,
      fix: orderServerEdits,
      check: (request, report) => {
        if (serverEdits(request).findIndex(({ type }) => type?.startsWith('clear_thinking')) > 0)
          report('/context_management/edits', 'clear_thinking must come first')
      },
    },
    {
      id: 'A22',
      title: 'at most 100,000 messages',
      source:
        'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/resources/messages/messages.ts',
      check: (request, report) => {
        if (request.messages.length > 100_000) report('/messages', 'more than 100,000 messages')
      },
    },
    {
      id: 'A24',
      title: 'calls in the history need declared tools',
      source: 'https://github.com/BerriAI/litellm/issues/5747',
      check: (request, report) => {
        if (request.tools && request.tools.length > 0) return
        eachBlock(request, (block, pointer) => {
          if (block.type === 'tool_use' || block.type === 'tool_result')
            report(pointer, 'no tools are declared')
        })
      },
    },
    {
      id: 'A27',
      title: 'numbers are in their range',
      source: 'https://github.com/anthropics/anthropic-sdk-python/issues/893',
      check: checkNumbers,
    },
    {
      id: 'A28',
      title: 'at most four cache marks, those of an hour first, none on thinking',
      source: `${docs}/build-with-claude/prompt-caching`,
      fix: thinMarks,
      check: checkMarks,
    },
    {
      id: 'A29',
      title: 'an error result holds text, and some',
      source: 'https://github.com/vellum-ai/vellum-assistant/pull/18387',
      check: checkErrors,
    },
    {
      id: 'A30',
      title: 'a stop sequence is more than white space',
      source: 'https://github.com/MegaGrindStone/mcp-web-ui/issues/5',
      check: ({ stop_sequences: stops = [] }, report) => {
        if (stops.some(stop => stop.trim() === '')) report('/stop_sequences', 'one is only white space')
      },
    },
  ],
}
