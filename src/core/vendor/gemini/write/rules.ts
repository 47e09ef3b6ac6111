import { isObject } from '../../../ir/json.ts'
import type { GeminiRules, ModelFacts } from '../../../ir/model.ts'
import { geminiLimits, tooManyTools } from '../../../target/limits.ts'
import type { Report, Rule, RuleTable } from '../../../target/rule.ts'
import { countPdfPages } from '../../../target/weight.ts'
import { safeString } from '../../../text/reason.ts'
import { beginAndEndWithUser, mergeAnswers, separateTools } from './contents.ts'
import { checkConfigNumbers } from './numbers.ts'
import { checkContentOrder } from './order.ts'
import { isAcceptedMediaType } from './parts.ts'
import type { Content, GeminiRequest } from './request.ts'
import { badReferences } from './schema.ts'
import { checkThinking } from './thinking.ts'
import {
  type AnyPart,
  asUntypedConfig,
  callsOf,
  contentKeys,
  declaredFunctions,
  googleToolNames,
  isSignature,
  partsOf,
  responsesOf,
} from './wire.ts'

type Facts = ModelFacts<GeminiRules>
type Row = Rule<GeminiRequest, GeminiRules, Content>

/** Turns a check of one part into a check of all contents. */
const checkEachContentPart =
  (
    look: (part: AnyPart, report: (message: string) => void, content: Content) => void,
  ): NonNullable<Row['message']> =>
  (content, report) => {
    for (const part of partsOf(content)) look(part, report, content)
  }

const legalName = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/

const sdk = 'https://github.com/googleapis/js-genai/blob/main/src/types.ts'
const docs = 'https://ai.google.dev/gemini-api/docs'

/** Checks rule G5: in the current turn, the first call of each step has a signature. */
function checkSignatures(request: GeminiRequest, report: Report, { rules }: Facts): void {
  if (!rules.signatures) return
  const { contents } = request
  const turn = contents.findLastIndex(
    content => content.role === 'user' && content.parts.length > responsesOf(content).length,
  )
  for (const [index, content] of contents.entries()) {
    const [first] = index > turn && content.role === 'model' ? callsOf(content) : []
    if (first && first.thoughtSignature === undefined)
      report(`/contents/${index}`, `the call of '${first.functionCall.name}' has no thought signature`)
  }
}

function checkSchemas({ config = {} }: GeminiRequest, report: Report): void {
  const { responseSchema } = asUntypedConfig(config)
  const { responseJsonSchema: schema, responseMimeType: type } = config
  if (schema !== undefined && responseSchema !== undefined)
    report('/config', 'responseSchema and responseJsonSchema cannot be combined')
  if ((schema !== undefined || responseSchema !== undefined) && type === undefined)
    report('/config', 'a schema needs a responseMimeType')
  checkReferences(schema, '/config/responseJsonSchema', report)
  for (const [index, { functionDeclarations = [] }] of (config.tools ?? []).entries())
    for (const [place, { parametersJsonSchema }] of functionDeclarations.entries())
      checkReferences(parametersJsonSchema, `/config/tools/${index}/functionDeclarations/${place}`, report)
}

function checkReferences(schema: unknown, pointer: string, report: Report): void {
  if (!isObject(schema)) return
  const bad = badReferences(schema).next()
  if (!bad.done) report(pointer, `${bad.value.pointer} has ${bad.value.why}`)
}

function checkDeclarations({ config = {} }: GeminiRequest, report: Report): void {
  const names = declaredFunctions(config)
  for (const name of names)
    if (!legalName.test(name)) report('/config/tools', `'${name}' is not a legal function name`)
  if (new Set(names).size < names.length) report('/config/tools', 'two functions have one name')
  for (const { functionDeclarations = [] } of config.tools ?? [])
    for (const declared of functionDeclarations)
      if ('parameters' in declared && declared.parametersJsonSchema !== undefined)
        report('/config/tools', 'parameters and parametersJsonSchema cannot be combined')
}

function checkChoice({ config = {} }: GeminiRequest, report: Report): void {
  const calling = asUntypedConfig(config).toolConfig?.functionCallingConfig
  if (calling === undefined) return
  const at = '/config/toolConfig/functionCallingConfig'
  const names = declaredFunctions(config)
  if (names.length === 0) return report(at, 'no functions are declared')
  const { mode, allowedFunctionNames: allowed } = calling
  if (allowed === undefined) return
  if (mode !== 'ANY' && mode !== 'VALIDATED')
    report(at, 'functions are named, but the mode does not force a call')
  if (!Array.isArray(allowed) || allowed.some(name => !names.includes(name)))
    report(at, 'a named function is not declared')
}

/** Rules of generateContent on request bodies, numbered as in docs/rules.md. */
export const rules: RuleTable<GeminiRequest, GeminiRules, Content> = {
  order: checkContentOrder,
  messages: ['/contents', ({ contents }) => contents],
  rows: [
    {
      id: 'G1',
      title: 'a user or the model speaks, and system text stands apart, where the model takes it',
      source: 'https://github.com/langbot-app/LangBot/issues/1486',
      message: ({ role }, report) => {
        if (role !== 'user' && role !== 'model') report(`no role '${safeString(role)}'`)
      },
      check: (request, report, facts) => {
        const { systemInstruction: system } = request.config ?? {}
        if (system === undefined) return
        if (!facts.rules.system)
          report('/config/systemInstruction', 'the model accepts no system instruction')
        if (system.parts.some(part => typeof part.text !== 'string'))
          report('/config/systemInstruction', 'a system instruction is text')
      },
    },
    {
      id: 'G2',
      title: 'calls come right after a user or responses',
      source: 'https://github.com/google-gemini/gemini-cli/issues/11814',
      fix: mergeAnswers,
    },
    {
      id: 'G3',
      title: 'as many responses as calls, in the content right after them',
      source: 'https://github.com/google-gemini/gemini-cli/issues/4217',
    },
    {
      id: 'G4',
      title: 'a response bears the name and the id of its call, and no two calls one id',
      source: 'https://github.com/watt-mind/coach/pull/280',
    },
    {
      id: 'G5',
      title: 'in the current turn, the first call of a step bears a thought signature',
      source: `${docs}/thought-signatures`,
      check: checkSignatures,
    },
    {
      id: 'G6',
      title: "a thought signature stands on a part of the model's, and is base64",
      source: `${docs}/thought-signatures`,
      message: checkEachContentPart(({ thoughtSignature: seal }, report, { role }) => {
        if (seal === undefined) return
        if (!isSignature(seal)) report('a thought signature must be base64')
        else if (role !== 'model') report('a user content has a thought signature')
      }),
    },
    {
      id: 'G8',
      title: 'a content has parts, and a part holds one thing',
      source: 'https://github.com/router-for-me/CLIProxyAPI/issues/1292',
      message: (content, report) => {
        if (content.parts.length === 0) report('a content must have parts')
        for (const part of partsOf(content)) {
          if (contentKeys(part).length !== 1) report('a part must hold one thing')
          if (part.text === '' && part.thoughtSignature === undefined) report('a text must not be empty')
        }
      },
      check: (request, report) => {
        const { systemInstruction: system } = request.config ?? {}
        if (system?.parts.some(({ text }) => text === ''))
          report('/config/systemInstruction', 'a text must not be empty')
      },
    },
    {
      id: 'G9',
      title: 'an explicit cache holds the system instruction, the tools and their settings',
      source: 'https://github.com/langchain-ai/langchain-google/issues/978',
      check: ({ config = {} }, report) => {
        if (config.cachedContent === undefined) return
        if (config.systemInstruction || config.tools || asUntypedConfig(config).toolConfig)
          report(
            '/config/cachedContent',
            'it does not go together with systemInstruction, tools or toolConfig',
          )
      },
    },
    {
      id: 'G10',
      title: 'functions have legal names, each its own, and one form of parameters',
      source: 'https://github.com/kaitranntt/ccs/issues/25',
      message: (content, report) => {
        for (const { functionCall } of callsOf(content))
          if (!legalName.test(functionCall.name))
            report(`'${functionCall.name}' is not a legal function name`)
      },
      check: checkDeclarations,
    },
    {
      id: 'G11',
      title: 'a schema has a media type, and references that lead to an end',
      source: sdk,
      check: checkSchemas,
    },
    {
      id: 'G12',
      title: 'a call is asked for only of declared functions',
      source: 'https://github.com/musistudio/claude-code-router/pull/1207',
      check: checkChoice,
    },
    {
      id: 'G15',
      title: 'numbers are in their range, and stop sequences are at most five',
      source: 'https://github.com/continuedev/continue/issues/7849',
      check: checkConfigNumbers,
    },
    {
      id: 'G16',
      title: 'thinking is asked for as the model takes it',
      source: 'https://github.com/QwenLM/qwen-code/pull/9094',
      check: checkThinking,
    },
    {
      id: 'G17',
      title: 'penalties only where the model takes them',
      source: 'https://github.com/google-gemini/cookbook/issues/1290',
      check: ({ config = {} }, report, { rules: { penalties } }) => {
        if (penalties) return
        for (const key of ['presencePenalty', 'frequencyPenalty'] as const)
          if (config[key]) report(`/config/${key}`, 'the model does not accept this setting')
      },
    },
    {
      id: 'G18',
      title: 'JSON only where the model gives it, beside tools or at all',
      source: 'https://github.com/googleapis/python-genai/issues/867',
      check: ({ config = {} }, report, { rules: { json, jsonBesideTools } }) => {
        if (config.responseMimeType !== 'application/json') return
        if (!json) report('/config/responseMimeType', 'the model cannot answer in JSON')
        else if (!jsonBesideTools && config.tools?.length)
          report('/config/responseMimeType', 'the model cannot answer in JSON together with tools')
      },
    },
    {
      id: 'G19',
      title: "Google's own tools beside functions only where the model takes both",
      source: 'https://github.com/lobehub/lobehub/pull/7463',
      fix: separateTools,
      check: ({ config = {}, contents }, report, { rules: { mixedTools } }) => {
        if (mixedTools || googleToolNames(config).length === 0) return
        if (declaredFunctions(config).length > 0 || contents.some(content => callsOf(content).length > 0))
          report('/config/tools', "Google's own tools cannot be combined with functions and calls")
      },
    },
    {
      id: 'G20',
      title: 'a user speaks first and last',
      source: 'https://github.com/crewAIInc/crewAI/pull/6973',
      fix: beginAndEndWithUser,
    },
    {
      id: 'G21',
      title: 'bytes have a media type that the API takes',
      source: 'https://github.com/charmbracelet/crush/issues/995',
      message: checkEachContentPart(({ inlineData }, report) => {
        if (inlineData === undefined) return
        const { mimeType, data } = isObject(inlineData) ? inlineData : {}
        if (typeof mimeType !== 'string' || !isAcceptedMediaType(mimeType))
          report(`no media type '${safeString(mimeType)}'`)
        if (typeof data !== 'string' || data === '') report('inlineData has no data')
      }),
    },
    {
      id: 'G22',
      title: 'functions only where the model takes them',
      source: 'https://github.com/BerriAI/litellm/issues/10313',
      check: ({ config }, report, { rules: { functions } }) => {
        if (!functions && declaredFunctions(config).length > 0)
          report('/config/tools', 'the model accepts no functions')
      },
    },
    {
      id: 'G23',
      title: 'at most 512 functions',
      source: 'https://github.com/google-gemini/gemini-cli/issues/19083',
      check: ({ config = {} }, report) => {
        const why = tooManyTools(declaredFunctions(config).length, geminiLimits, 'functions')
        if (why !== null) report('/config/tools', why)
      },
    },
    {
      id: 'G24',
      title: 'a document has at most 1,000 pages',
      source: `${docs}/document-processing`,
      message: checkEachContentPart(({ inlineData }, report) => {
        const { mimeType, data } = isObject(inlineData) ? inlineData : {}
        const { pagesOfFile: most = Number.POSITIVE_INFINITY } = geminiLimits
        if (typeof data === 'string' && countPdfPages(String(mimeType), data) > most)
          report(`a document has more than ${most} pages`)
      }),
    },
  ],
}
