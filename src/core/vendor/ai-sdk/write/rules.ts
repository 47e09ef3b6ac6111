import { isObject } from '../../../ir/json.ts'
import type { ModelFacts } from '../../../ir/model.ts'
import { tooLargeFile, tooManyTools, tooMuchMetadata, whyRequestRefused } from '../../../target/limits.ts'
import type { Rule, RuleTable } from '../../../target/rule.ts'
import { safeString } from '../../../text/reason.ts'
import { ownerOfPart, vendorOfProvider } from '../forms/owner.ts'
import { optionsUnder } from '../rows/options.ts'
import { isLevel } from './config.ts'
import { joinUpdates, keepsUpdates, repeatedUpdates, updateIn } from './configuration-updates.ts'
import { acceptsFile, isStored } from './file.ts'
import { findHalves, sendUnpairedAsText } from './halves.ts'
import { checkOpenAIItems, dropRepeatedItems } from './items.ts'
import { isLegalId } from './legal-id.ts'
import { addEndFillers, fenceLateSystem, joinAnswers } from './messages.ts'
import type { AISDKRules } from './models.ts'
import { nameRule } from './names.ts'
import { checkCallNumbers } from './numbers.ts'
import { isApproval, ProviderPairs } from './opaque.ts'
import { checkPromptOrder } from './order.ts'
import type { AISDKRequest, AssistantPart, FilePart, ModelMessage } from './request.ts'
import { isReasoningSent } from './seals.ts'
import { setsOnly } from './system-changes.ts'
import { dropLateThinking, lacksThinking } from './thinking.ts'
import { checkChanges, dropUndeclaredChanges } from './tool-changes.ts'
import { headWeight } from './tools.ts'

type Facts = ModelFacts<AISDKRules>
type Row = Rule<AISDKRequest, AISDKRules, ModelMessage>
type Say = (message: string, place?: string) => void

/** Part of a message of any type. */
type AnyPart = { readonly type: string; readonly [field: string]: unknown }

/** Turns a check of one part into a check of all messages. */
const checkEachPart =
  (
    check: (part: AnyPart, say: (message: string) => void, facts: Facts) => void,
  ): NonNullable<Row['message']> =>
  ({ content }, say, facts) => {
    if (!Array.isArray(content)) return
    for (const [place, part] of content.entries())
      check(part as unknown as AnyPart, text => say(text, `/content/${place}`), facts)
  }

const contents: Readonly<Record<ModelMessage['role'], readonly string[]>> = {
  system: [],
  user: ['text', 'file'],
  assistant: [
    'text',
    'file',
    'reasoning',
    'tool-call',
    'tool-result',
    'custom',
    'reasoning-file',
    'tool-approval-request',
  ],
  tool: ['tool-result', 'tool-approval-response'],
}

const outputs = new Set(['text', 'json', 'error-text', 'error-json', 'execution-denied', 'content'])

const source = 'https://github.com/vercel/ai/blob/main/packages'
const convert = `${source}/ai/src/prompt/convert-to-language-model-prompt.ts`
const schemas = `${source}/ai/src/prompt/content-part.ts`
const toClaude = `${source}/anthropic/src/convert-to-anthropic-prompt.ts`
const toGoogle = `${source}/google/src/convert-to-google-messages.ts`
const toResponses = `${source}/openai/src/responses/convert-to-openai-responses-input.ts`

function checkContent(message: ModelMessage, say: Say, { rules }: Facts): void {
  const { content } = message
  const texts = typeof content === 'string' ? [content] : textsOf(content as unknown as readonly AnyPart[])
  if (message.role === 'assistant' && content.length === 0) say('the answer is empty')
  // The AI SDK drops empty texts from a list, after which the message may be empty.
  if (message.role !== 'tool' && typeof content !== 'string' && (content.length === 0 || texts.includes('')))
    say('a text part must not be empty')
  if (message.role === 'tool' && content.length === 0) say('a tool message needs a result')
  const isBlank = texts.some(text => text.trim() === '') && !setsOnly(message, rules)
  if (rules.refusesBlank && isBlank) say('the provider accepts no blank text')
}

const textsOf = (content: readonly AnyPart[]): string[] =>
  content.flatMap(part => (part.type === 'text' && typeof part.text === 'string' ? [part.text] : []))

function checkFile(part: FilePart, say: (message: string) => void, rules: AISDKRules): void {
  const { data, mediaType } = part
  if (typeof data !== 'string') {
    const known = data.type === 'reference' && isStored(data.reference, rules.reader)
    if (!known && !(data.type === 'text' && rules.vendor === 'anthropic'))
      say("the file is not there for the model's provider")
    return
  }
  const bytes = !URL.canParse(data)
  if (bytes && !/^[a-z]+\/[\w.+-]+$/i.test(mediaType)) say(`'${mediaType}' is not a complete media type`)
  else if (!acceptsFile(rules, mediaType, bytes)) say(`the model's provider does not take ${mediaType}`)
}

/** Rules of the AI SDK's prompt and of its converters to the providers, numbered as in docs/rules.md. */
export const rules: RuleTable<AISDKRequest, AISDKRules, ModelMessage> = {
  order: checkPromptOrder,
  messages: ['/messages', ({ messages }) => messages],
  rows: [
    {
      id: 'S22',
      title: 'tools that a system message adds or removes are declared',
      source: 'https://platform.claude.com/docs/en/agents-and-tools/tool-use/mid-conversation-tool-changes',
      fix: dropUndeclaredChanges,
      check: (request, report, { rules }) => checkChanges(request, report, rules),
    },
    {
      id: 'S4',
      title: "system text among the messages is allowed, and stands only where the model's provider takes it",
      source: `${source}/ai/src/prompt/standardize-prompt.ts`,
      fix: fenceLateSystem,
    },
    {
      id: 'S25',
      title: "OpenAI's configuration updates do not follow each other, and the request's options allow them",
      source: `${source}/openai/src/responses/openai-responses-language-model.ts`,
      fix: ({ request, facts, origins }) => {
        if (facts.rules.vendor === 'openai')
          joinUpdates(request, (joined, later) => origins.copyOrigins(joined, later))
      },
      check: ({ messages, providerOptions }, report, { rules: { vendor } }) => {
        if (vendor !== 'openai') return
        for (const at of repeatedUpdates(messages))
          report(`/messages/${at}`, 'two configuration updates follow each other')
        for (const [at, message] of messages.entries())
          if (updateIn(message) !== null && !keepsUpdates(providerOptions))
            report(`/messages/${at}`, 'the options of the request do not allow a configuration update')
      },
    },
    {
      id: 'S10',
      title: 'an item that OpenAI stored is there once',
      source: toResponses,
      fix: dropRepeatedItems,
      check: (request, report, facts) => checkOpenAIItems(request, report, facts.rules),
    },
    { id: 'S11', title: 'answers in a row are one message', source: toGoogle, fix: joinAnswers },
    {
      id: 'S16',
      title:
        "a provider's own calls go to that provider; results, and requests for leave, stand with their call",
      source: toClaude,
      fix: sendUnpairedAsText,
      check: ({ messages }, report, { rules }) => {
        if (rules.vendor !== 'anthropic') return
        const halves = findHalves(messages)
        for (const [at, { content }] of messages.entries())
          if (typeof content !== 'string' && content.some(part => halves.has(part as AssistantPart)))
            report(`/messages/${at}`, "the other half of a provider's own call is not there")
      },
      message: ({ role, content }, say, { rules }) => {
        if (role !== 'assistant' || !Array.isArray(content)) return
        const pairs = new ProviderPairs(content)
        // Claude's results may belong to a call in an earlier answer.
        const isStray = (part: AssistantPart): boolean =>
          pairs.isStray(part) && (rules.vendor !== 'anthropic' || isApproval(part.type))
        for (const [place, part] of content.entries()) {
          const own = part.type === 'tool-call' && part.providerExecuted === true
          const owner = own ? ownerOfPart(part as unknown as AnyPart) : null
          if (isStray(part)) say('its call is missing', `/content/${place}`)
          else if (owner !== null && !rules.reader.ownTools.includes(owner))
            say("it is another provider's own call", `/content/${place}`)
        }
      },
    },
    {
      id: 'S1',
      title: 'there is a message',
      source: `${source}/ai/src/prompt/standardize-prompt.ts`,
      fix: addEndFillers,
    },
    { id: 'S12', title: 'a user speaks first and last, where the provider wants it', source: toClaude },
    { id: 'S2', title: 'every call is answered before anyone else speaks', source: convert },
    { id: 'S3', title: 'a result follows its call', source: toClaude },
    {
      id: 'S5',
      title: 'content has the parts that its role may have',
      source: schemas,
      message: (message, say) => {
        const { role, content } = message
        const known = contents[role]
        if (known === undefined) return say(`no role '${safeString(role)}'`)
        if (typeof content === 'string')
          return role === 'tool' ? say('a tool message holds a list') : undefined
        if (!Array.isArray(content) || role === 'system') return say('the content must be text')
        for (const [place, { type }] of content.entries())
          if (!known.includes(type))
            say(`no part '${safeString(type)}' in a ${role} message`, `/content/${place}`)
      },
    },
    { id: 'S6', title: 'no message and no text part is empty', source: convert, message: checkContent },
    {
      id: 'S7',
      title: "a call's input is an object, or a text where the tool is declared to take one",
      source: toClaude,
      check: ({ messages, tools = {} }, report) => {
        for (const [at, { content }] of messages.entries())
          for (const [place, part] of (Array.isArray(content) ? content : []).entries())
            if (!hasLegalInput(part as unknown as AnyPart, tools))
              report(`/messages/${at}/content/${place}`, 'the input must be an object')
      },
    },
    {
      id: 'S8',
      title: 'ids and names of calls are such as every provider takes',
      source: 'https://github.com/langchain-ai/langchain/issues/33168',
      check: (request, report) => {
        for (const name of Object.keys(request.tools ?? {}))
          if (!isLegalName(name)) report(`/tools/${name}`, `'${name}' is not a legal name`)
      },
      message: checkEachPart((part, say) => {
        if (part.type !== 'tool-call' || part.providerExecuted === true) return
        if (!isLegalId(safeString(part.toolCallId))) say(`the id ${safeString(part.toolCallId)} is not legal`)
        if (!isLegalName(safeString(part.toolName))) say(`'${safeString(part.toolName)}' is not a legal name`)
      }),
    },
    {
      id: 'S9',
      title: 'a result has a known form',
      source: schemas,
      message: checkEachPart((part, say) => {
        if (part.type !== 'tool-result') return
        const { output } = part
        if (!isObject(output) || !outputs.has(safeString(output.type)))
          return say('the output has no known form')
        const { type, value } = output
        if (/text$/.test(safeString(type)) && typeof value !== 'string') say('a text output holds a text')
        if (type === 'content' && !Array.isArray(value)) say('a content output holds a list')
        if (/json$/.test(safeString(type)) && value === undefined) say('a JSON output holds a value')
      }),
    },
    {
      id: 'S13',
      title: 'numbers and levels are such as the AI SDK takes',
      source: `${source}/ai/src/prompt/prepare-language-model-call-options.ts`,
      check: (request, report, facts) => {
        checkCallNumbers(request, facts.rules.vendor, report)
        if (request.reasoning !== undefined && !isLevel(request.reasoning))
          report('/reasoning', `no level '${safeString(request.reasoning)}'`)
      },
    },
    {
      id: 'S14',
      title: "reasoning goes back in its provider's form, with what it led to",
      source: toResponses,
      message: (message, say, facts) => {
        const { role, content } = message
        if (role !== 'assistant' || !Array.isArray(content)) return
        const { reader } = facts.rules
        for (const [place, part] of content.entries())
          if (part.type === 'reasoning' && !isReasoningSent(part, reader, [message, ...content]))
            say('the provider cannot read this reasoning', `/content/${place}`)
        const last = content.findLast(({ type }) => !isApproval(type))
        if (last?.type === 'reasoning') say('an answer cannot end with reasoning')
      },
    },
    {
      id: 'S15',
      title: "files are such as the converter to the model's provider takes",
      source: toResponses,
      message: checkEachPart((part, say, facts) => {
        if (part.type === 'file') checkFile(part as unknown as FilePart, say, facts.rules)
      }),
    },
    {
      id: 'S17',
      title: 'calls in the history need declared tools on Anthropic',
      source: 'https://github.com/BerriAI/litellm/issues/5747',
      check: (request, report, facts) => {
        if (!facts.rules.demandsTools || Object.keys(request.tools ?? {}).length > 0) return
        for (const [index, { content }] of request.messages.entries()) {
          const made = Array.isArray(content) ? (content as unknown as readonly AnyPart[]) : []
          if (made.some(({ type, providerExecuted }) => type === 'tool-call' && providerExecuted !== true))
            report(`/messages/${index}`, 'no tools are declared')
        }
      },
    },
    {
      id: 'S18',
      title: 'a chosen tool is declared, and a provider tool is of the model’s provider',
      source: `${source}/ai/src/prompt/prepare-tools.ts`,
      check: (request, report, facts) => {
        const { tools = {}, toolChoice } = request
        if (typeof toolChoice === 'object' && !Object.hasOwn(tools, toolChoice.toolName))
          report('/toolChoice', `'${toolChoice.toolName}' is not declared`)
        for (const [name, tool] of Object.entries(tools)) {
          const { type, id } = tool as { type?: unknown; id?: unknown }
          const owner = type === 'provider' ? vendorOfProvider(safeString(id).split('.', 1)[0] ?? '') : null
          const { vendor } = facts.rules
          if (owner !== null && owner !== vendor)
            report(`/tools/${name}`, "it is another provider's own tool")
        }
      },
    },
    {
      id: 'S19',
      title: 'a tool loop thinks from its beginning or not at all on Anthropic',
      source: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
      fix: dropLateThinking,
      check: (request, report, facts) => {
        if (lacksThinking(request, facts))
          report('/providerOptions', 'the answer that began the tool loop has no thinking')
      },
    },
    {
      id: 'S20',
      title: "images, documents, texts and arguments are within the limits of the vendor's API",
      source: 'https://platform.claude.com/docs/en/build-with-claude/vision',
      check: ({ messages, ...head }, report, { rules: { limits } }) => {
        const why = whyRequestRefused(messages, headWeight(head), limits)
        if (why !== null) report('/messages', why)
      },
      message: checkEachPart((part, say, { rules: { limits } }) => {
        const { type, data, mediaType } = part
        if (type !== 'file' || typeof data !== 'string' || URL.canParse(data)) return
        const source = { type: 'base64', data } as const
        const why = tooLargeFile({ source, mediaType: safeString(mediaType) }, limits)
        if (why !== null) say(why)
      }),
    },
    {
      id: 'S23',
      title: "no more functions than the vendor's API takes: 512 of Google's, 128 of OpenAI's Chat",
      source: 'https://github.com/google-gemini/gemini-cli/issues/19083',
      check: ({ tools = {} }, report, { rules: { limits } }) => {
        const functions = Object.values(tools).filter(
          tool => (tool as { type?: unknown }).type !== 'provider',
        )
        const why = tooManyTools(functions.length, limits, 'functions')
        if (why !== null) report('/tools', why)
      },
    },
    {
      id: 'S24',
      title: 'metadata for OpenAI has at most 16 pairs, of 64 and 512 characters',
      source: 'https://platform.openai.com/docs/api-reference/responses/create',
      check: (request, report, { rules: { limits, reader } }) => {
        // Packages of OpenAI's API read `openai` only if options under their own name are absent.
        const options = optionsUnder(request, [...reader.options, 'openai'])
        const why = tooMuchMetadata(options?.metadata, limits)
        if (why !== null) report('/providerOptions', why)
      },
    },
  ],
}

/** Whether a call has an input that its tool accepts; true for any other part, and for calls that the provider runs. */
const hasLegalInput = ({ type, providerExecuted, input, toolName }: AnyPart, tools: object): boolean => {
  if (type !== 'tool-call' || providerExecuted === true || isObject(input)) return true
  const { id } = ((tools as Record<string, unknown>)[safeString(toolName)] ?? {}) as { readonly id?: unknown }
  return typeof input === 'string' && id === 'openai.custom'
}

const isLegalName = (name: string): boolean => nameRule.allowed.test(name) && name.length <= nameRule.longest
