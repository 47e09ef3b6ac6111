import type { AnthropicRules, ModelFacts } from '../../../ir/model.ts'
import { checkWeight, claudeLimits, whyMessagesTooLarge, whyRequestRefused } from '../../../target/limits.ts'
import type { Rule, RuleTable } from '../../../target/rule.ts'
import { weighMessage } from '../../../target/weight.ts'
import { checkErrors, checkSystemBlocks, checkTexts, eachBlock, hasCitations } from './blocks.ts'
import { checkMarks, thinMarks } from './cache.ts'
import { checkStrict, checkSupport, checkTools } from './check-schemas.ts'
import { checkCompaction, settleCompaction } from './compaction.ts'
import { findHalves } from './halves.ts'
import { fenceLateSystem, isEffortDirective } from './late-system.ts'
import { beginWithUser, endWithUser, mergeRoles } from './messages.ts'
import { checkClaudeNumbers } from './numbers.ts'
import { undeclaredTools } from './opaque.ts'
import { checkClaudeOrder } from './order.ts'
import type { AnthropicRequest, ContentBlock, Message } from './request.ts'
import { settleServerTools } from './settle.ts'
import {
  checkForcedCall,
  checkThinkingMode,
  dropUnstartedThinking,
  isThinking,
  lacksThinking,
  orderServerEdits,
  serverEdits,
} from './thinking.ts'
import { checkChanges, dropUndeclaredChanges } from './tool-changes.ts'

const vision = 'https://platform.claude.com/docs/en/build-with-claude/vision'

type Facts = ModelFacts<AnthropicRules>
type Row = Rule<AnthropicRequest, AnthropicRules, Message>
type Look = (
  block: ContentBlock,
  report: (text: string, inside?: string) => void,
  facts: Facts,
  request: AnthropicRequest,
) => void

/** Turns a check of one block into a check of all messages. */
const checkEachBlock =
  (look: Look): NonNullable<Row['message']> =>
  ({ content }, report, facts, request) => {
    for (const [place, block] of content.entries())
      look(block, (text, inside = '') => report(text, `/content/${place}${inside}`), facts, request)
  }

const docs = 'https://platform.claude.com/docs/en'

/** Rules of the Messages API on request bodies, numbered as in docs/rules.md. */
export const rules: RuleTable<AnthropicRequest, AnthropicRules, Message> = {
  order: checkClaudeOrder,
  messages: ['/messages', ({ messages }) => messages],
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
      title:
        "a server tool's call is answered, or at work when the session ends, and a caller is such a call",
      source: `${docs}/agents-and-tools/tool-use/server-tools`,
      fix: settleServerTools,
      check: ({ messages }, report) => {
        const { blocks, callers } = findHalves(messages)
        if (blocks.size + callers.size === 0) return
        for (const [index, { content }] of messages.entries())
          for (const [place, block] of content.entries()) {
            const at = `/messages/${index}/content/${place}`
            if (blocks.has(block)) report(at, `'${block.type}' lacks its call or result`)
            if (callers.has(block)) report(at, 'its caller names a missing call')
          }
      },
    },
    {
      id: 'A17',
      title: 'tools added later are declared',
      source: `${docs}/agents-and-tools/tool-use/mid-conversation-tool-changes`,
      fix: dropUndeclaredChanges,
      check: checkChanges,
      message: checkEachBlock((block, report, _facts, request) => {
        for (const name of undeclaredTools(block, request)) report(`'${name}' is not declared`)
      }),
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
      message: checkEachBlock(checkTexts),
      check: checkSystemBlocks,
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
      message: checkEachBlock((block, report) => {
        if (
          block.type === 'tool_use' &&
          (typeof block.input !== 'object' || block.input === null || Array.isArray(block.input))
        )
          report('the input must be an object')
      }),
    },
    {
      id: 'A8',
      title: 'thinking goes back whole',
      source: `${docs}/build-with-claude/extended-thinking`,
      message: checkEachBlock((block, report) => {
        if (block.type === 'thinking' && (typeof block.thinking !== 'string' || !block.signature))
          report('the thinking has no signature')
        if (block.type === 'redacted_thinking' && !block.data) report('the redacted thinking has no data')
      }),
    },
    {
      id: 'A9',
      title: 'a tool loop thinks from its beginning or not at all',
      source: `${docs}/build-with-claude/extended-thinking`,
      fix: dropUnstartedThinking,
      check: (request, report) => {
        if (lacksThinking(request)) report('/thinking', 'the answer that began the tool loop has no thinking')
      },
    },
    {
      id: 'A12',
      title: 'an answer is more than thinking',
      source: 'https://github.com/vercel/ai/issues/13430',
      message: (message, report) => {
        const { role, content } = message
        if (content.length === 0 && !isEffortDirective(message)) report('a message needs content')
        if (role === 'assistant' && isThinking(content.at(-1))) report('an answer cannot end with thinking')
      },
    },
    {
      id: 'A13',
      title: 'a call is not forced while thinking is enabled',
      source: `${docs}/build-with-claude/extended-thinking`,
      check: checkForcedCall,
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
          report('/temperature', 'the model accepts only the default')
        if (request.top_p !== undefined && request.top_p !== 1)
          report('/top_p', 'the model accepts only the default')
        if (request.top_k !== undefined) report('/top_k', 'the model accepts only the default')
      },
    },
    {
      id: 'A18',
      title: 'strict schemas keep to the subset',
      source: `${docs}/build-with-claude/structured-outputs`,
      check: checkStrict,
    },
    {
      id: 'A31',
      title:
        "a tool's schema is JSON Schema 2020-12, an object without a choice at its root, with plain names",
      source: 'https://github.com/anthropics/claude-code/issues/63673',
      check: checkTools,
    },
    {
      id: 'A32',
      title: 'a schema of the answer, and a strict tool, is sent only to a model that takes one',
      source: `${docs}/build-with-claude/structured-outputs`,
      check: checkSupport,
    },
    {
      id: 'A19',
      title: 'no citations beside an output format',
      source: `${docs}/build-with-claude/structured-outputs`,
      message: checkEachBlock((block, report, _facts, request) => {
        if (request.output_config?.format && block.type === 'document' && hasCitations(block))
          report('citations cannot be combined with an output format')
      }),
    },
    {
      id: 'A20',
      title: 'a compaction goes back as it came',
      source: `${docs}/build-with-claude/compaction`,
      message: checkEachBlock((block, report) => {
        const { type, content } = block as unknown as { type: string; content?: unknown }
        if (type === 'compaction' && content === '') report('a compaction must not be empty')
      }),
    },
    {
      id: 'A33',
      title: 'a signed compaction is the first block and the only one, and no setting conflicts with it',
      source: `${docs}/build-with-claude/compaction-on-demand`,
      fix: settleCompaction,
      check: checkCompaction,
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
      id: 'A34',
      title: 'an image has at most 8,000 pixels a side and 10 MB of base64',
      source: vision,
      message: (message, report, facts) => checkWeight(claudeLimits(facts))(message, report),
    },
    {
      id: 'A35',
      title:
        'at most 600 images and 600 pages (100 below a window of 1,000,000), 2,000 pixels a side beside more than 20 images, and 32 MB',
      source: vision,
      check: ({ messages, ...head }, report, facts) => {
        const why = whyRequestRefused(messages, weighMessage(head), claudeLimits(facts), whyMessagesTooLarge)
        if (why !== null) report('/messages', why)
      },
    },
    {
      id: 'A24',
      title: 'calls in the history need declared tools',
      source: 'https://github.com/BerriAI/litellm/issues/5747',
      check: (request, report) => {
        if (request.tools && request.tools.length > 0) return
        eachBlock(request, ({ type }, at) => {
          if (type === 'tool_use' || type === 'tool_result') report(at(), 'no tools are declared')
        })
      },
    },
    {
      id: 'A27',
      title: 'numbers are in their range',
      source: 'https://github.com/anthropics/anthropic-sdk-python/issues/893',
      check: checkClaudeNumbers,
    },
    {
      id: 'A28',
      title:
        'at most four cache marks, those of an hour first, none on thinking or a tool that is loaded later',
      source: `${docs}/build-with-claude/prompt-caching`,
      fix: thinMarks,
      check: checkMarks,
    },
    {
      id: 'A29',
      title: 'an error result holds text, and some',
      source: 'https://github.com/vellum-ai/vellum-assistant/pull/18387',
      message: checkEachBlock(checkErrors),
    },
    {
      id: 'A30',
      title: 'a stop sequence is more than white space',
      source: 'https://github.com/MegaGrindStone/mcp-web-ui/issues/5',
      check: ({ stop_sequences: stops = [] }, report) => {
        if (stops.some(stop => stop.trim() === ''))
          report('/stop_sequences', 'a stop sequence must not be only white space')
      },
    },
  ],
}
