import type { OpenAIRules } from '../../../../ir/model.ts'
import { chatLimitsOf, checkMetadata, checkWeight, tooManyTools } from '../../../../target/limits.ts'
import { checkNumbers } from '../../../../target/numbers.ts'
import type { RuleTable } from '../../../../target/rule.ts'
import { safeString } from '../../../../text/reason.ts'
import { signsInId, thoughtFields } from '../../read/dialects.ts'
import { checkBreakpoints, dropBreakpoints } from '../shared/breakpoints.ts'
import { chatNumbers } from '../shared/numbers.ts'
import { beyondStrict, refusedParameterParts } from '../shared/schema.ts'
import { checkChatOrder } from './order.ts'
import { isLegalName } from './participant.ts'
import type { ChatMessage, ChatRequest } from './request.ts'

const roles = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

const sdk = 'https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts'

/** Rules of Chat Completions on request bodies, numbered as in docs/rules.md. */
export const rules: RuleTable<ChatRequest, OpenAIRules, ChatMessage> = {
  order: checkChatOrder,
  messages: ['/messages', request => request.messages],
  rows: [
    {
      id: 'C1',
      title: 'every call is answered at once',
      source: 'https://github.com/langchain-ai/langchain/issues/34195',
    },
    {
      id: 'C2',
      title: 'a result follows its call',
      source: 'https://github.com/langchain-ai/langchain/issues/38449',
    },
    {
      id: 'C3',
      title: 'an answer says or calls something',
      source: sdk,
      message: (message, report) => {
        if (message.role !== 'assistant') return
        const silent =
          message.content === null ||
          message.content === undefined ||
          (Array.isArray(message.content) && message.content.length === 0)
        if (silent && !message.tool_calls?.length && message.audio == null)
          report('the answer has neither content nor calls')
        if (message.tool_calls && message.tool_calls.length === 0) report('a list of calls must not be empty')
      },
    },
    {
      id: 'C4',
      title: 'a result is text',
      source: sdk,
      message: (message, report) => {
        if (message.role !== 'tool' || typeof message.content === 'string') return
        if (!Array.isArray(message.content) || message.content.some(part => part.type !== 'text'))
          report('a result holds only text')
      },
    },
    {
      id: 'C5',
      title: 'the roles are the known ones',
      source: sdk,
      check: (request, report) => {
        if (request.messages.length === 0) report('/messages', 'at least one message is required')
      },
      message: (message, report) => {
        if (!roles.has(message.role)) report(`no role '${safeString(message.role)}'`)
      },
    },
    {
      id: 'C7',
      title: "a call's id has at most 40 characters",
      source: 'https://github.com/langchain-ai/langchain/issues/33168',
      message: (message, report, { rules: { dialect } }) => {
        if (message.role !== 'assistant') return
        for (const { id } of message.tool_calls ?? [])
          if (id.length === 0 || (id.length > 40 && !(dialect && signsInId(id))))
            report(`the id ${id} is too long or empty`)
      },
    },
    {
      id: 'C8',
      title: 'reasoning is not replayed to OpenAI',
      source: 'https://developers.openai.com/api/docs/guides/reasoning',
      message: (message, report, { rules: { dialect } }) => {
        if (!dialect && thoughtFields.some(field => field in message))
          report('the API does not know reasoning in a message')
      },
    },
    {
      id: 'C9',
      title: 'tools only where the model takes them',
      source: 'https://developers.openai.com/api/docs/guides/reasoning',
      check: (request, report, { rules: { chatTools, effort } }) => {
        if (!request.tools?.length) return
        const level = request.reasoning_effort
        if (!chatTools && level !== 'none') report('/tools', 'the model accepts no tools in Chat Completions')
        if (effort.includes('none') && level !== undefined && level !== 'none')
          report('/reasoning_effort', 'the model takes tools only without reasoning')
      },
    },
    {
      id: 'C10',
      title: 'strict schemas keep to the subset',
      source: 'https://developers.openai.com/api/docs/guides/structured-outputs',
      check: (request, report) => {
        for (const [index, tool] of (request.tools ?? []).entries()) {
          const [lost] =
            tool.type === 'function' && tool.function.strict ? beyondStrict(tool.function.parameters) : []
          if (lost) report(`/tools/${index}`, `the strict schema has ${lost}`)
        }
        const format = request.response_format?.json_schema
        const [lost] = format?.strict ? beyondStrict(format.schema) : []
        if (lost) report('/response_format', `the strict schema has ${lost}`)
      },
    },
    {
      id: 'C12',
      title:
        "a function's schema is JSON Schema 2020-12, an object without a choice at its root, its lists with items",
      source: 'https://github.com/nspady/google-calendar-mcp/issues/39',
      check: (request, report) => {
        for (const [index, tool] of (request.tools ?? []).entries()) {
          const [refused] = tool.type === 'function' ? refusedParameterParts(tool.function.parameters) : []
          if (refused) report(`/tools/${index}`, `the schema has ${refused}`)
        }
      },
    },
    {
      id: 'C13',
      title: 'a schema of the answer is sent only to a model that takes one',
      source: 'https://developers.openai.com/api/docs/guides/structured-outputs',
      check: (request, report, { rules: { structuredOutputs } }) => {
        if (request.response_format?.json_schema && !structuredOutputs)
          report('/response_format', 'the model accepts no schema')
      },
    },
    {
      id: 'C16',
      title: "at most 128 tools of OpenAI's own models",
      source: 'https://github.com/zed-industries/zed/issues/42393',
      check: ({ tools = [] }, report, facts) => {
        const why = tooManyTools(tools.length, chatLimitsOf(!facts.rules.dialect))
        if (why !== null) report('/tools', why)
      },
    },
    {
      id: 'C17',
      title: 'a text has at most 10,485,760 characters, the arguments of a call 1,048,576',
      source: 'https://github.com/openai/codex/issues/13270',
      message: checkWeight(chatLimitsOf(true)),
    },
    {
      id: 'C18',
      title: 'metadata has at most 16 pairs, of 64 and 512 characters',
      source: 'https://platform.openai.com/docs/api-reference/chat/create',
      check: checkMetadata(chatLimitsOf(true)),
    },
    {
      id: 'C14',
      title: 'cache breakpoints stand on content, and only where the model takes them',
      source: 'https://github.com/Kilo-Org/kilocode/pull/13052',
      fix: draft => {
        draft.request.messages = dropBreakpoints(draft.request.messages, draft)
      },
      message: checkBreakpoints,
    },
    {
      id: 'C15',
      title: "a participant's name has at most 64 characters, and none that the API refuses",
      source: 'https://github.com/ag2ai/ag2/issues/451',
      message: (message, report) => {
        const { name } = message as { readonly name?: unknown }
        if (name !== undefined && (typeof name !== 'string' || !isLegalName(name)))
          report('the API does not allow this name', '/name')
      },
    },
    {
      id: 'C11',
      title: 'numbers are within their ranges',
      source: sdk,
      check: (request, report) => checkNumbers(request, report, chatNumbers),
    },
  ],
}
