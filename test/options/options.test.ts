import { readdirSync, readFileSync } from 'node:fs'
import {
  agent,
  agentTool,
  answerOf,
  C,
  compile,
  createCompiler,
  createSession,
  expandTool,
  loop,
  mapOver,
  memoryTool,
  parallel,
  S,
} from 'ctxc'
import * as aiSdk from 'ctxc/ai-sdk'
import { chatHandler, messageVersions, uiMessages, uiStream } from 'ctxc/chat'
import { check, flow, toSARIF } from 'ctxc/check'
import { compileInstruction, createConversationCompiler, effectiveTools } from 'ctxc/compile'
import { deleteCaches, modelEffects, resolveWants } from 'ctxc/effects'
import { expectBudget, forecastBill, preview, priceOf } from 'ctxc/explain'
import * as from from 'ctxc/from'
import * as langchain from 'ctxc/langchain'
import { connectGoogleAI, live, profiles, replayLive, startLive } from 'ctxc/live'
import { connectMcp } from 'ctxc/mcp'
import { aiSdkModel } from 'ctxc/models/ai-sdk'
import { anthropicCompaction, anthropicCounts, anthropicModel } from 'ctxc/models/anthropic'
import { geminiCaches, geminiCounts, geminiModel } from 'ctxc/models/gemini'
import { openaiChatModel, openaiCompaction, openaiCounts, openaiModel } from 'ctxc/models/openai'
import * as agents from 'ctxc/openai-agents'
import { openTelemetry } from 'ctxc/otel'
import { fence, fresh, redact, validate } from 'ctxc/protect'
import * as remember from 'ctxc/remember'
import { postgresMemories } from 'ctxc/remember/postgres'
import { sqliteMemories } from 'ctxc/remember/sqlite'
import { createRunner } from 'ctxc/run'
import { forget, inMemoryStore, storagePrefix } from 'ctxc/store'
import { postgresStore } from 'ctxc/store/postgres'
import { sqliteStore } from 'ctxc/store/sqlite'
import { fakeProvider } from 'ctxc/testing'
import { drive, geminiLive, serveLive } from 'ctxc/testing/live'
import { expect, test } from 'vitest'

const wrong = { bugdet: 1 } as never
const session = createSession()
const helper = agent({ name: 'helper' })
const empty = [] as never
const host = live({ name: 'host', model: 'gpt-realtime', instruction: 'Help.' })
const result = { wants: [], agent: helper, names: {}, target: null } as never
const client = {
  messages: { create() {} },
  chat: { completions: { create() {} } },
  responses: { create() {} },
  models: { generateContentStream() {} },
} as never

const databaseClient = { query: async () => ({ rows: [] }), on: () => {}, listeners: () => [] }

/** Calls of every function with options, by the name in its message. */
const calls: Readonly<Record<string, () => unknown>> = {
  compile: () => compile(helper, session, wrong),
  createCompiler: () => createCompiler(helper, wrong),
  createConversationCompiler: () => createConversationCompiler(wrong),
  compileInstruction: () => compileInstruction(helper, wrong),
  effectiveTools: () => effectiveTools(helper, wrong),
  createSession: () => createSession(wrong),
  agentTool: () => agentTool(helper, wrong),
  expandTool: () => expandTool(wrong),
  memoryTool: () => memoryTool(wrong),
  loop: () => loop(wrong, helper),
  mapOver: () => mapOver(wrong, helper),
  answerOf: () => answerOf(result, empty, wrong),
  'C.contextCompressor': () => C.contextCompressor(wrong),
  'C.first': () => C.first(1, wrong),
  'C.last': () => C.last(1, wrong),
  'C.window': () => C.window(1, wrong),
  'C.where': () => C.where(wrong),
  'C.recent': () => C.recent(wrong),
  'C.notes': () => C.notes('a', wrong),
  'C.memory': () => C.memory(wrong),
  'C.relevant': () => C.relevant(wrong),
  'S.log': () => S.log(wrong),
  'S.merge': () => S.merge(['a'], 'b', wrong),
  'contextCompiler of ai-sdk': () => aiSdk.contextCompiler(wrong),
  'contextCompiler of langchain': () => langchain.contextCompiler(wrong),
  'contextCompiler of openai-agents': () => agents.contextCompiler(wrong),
  compileStep: () => aiSdk.compileStep(wrong),
  protectedModel: () => agents.protectedModel({} as never, wrong),
  'ownValues of ai-sdk': () => aiSdk.ownValues(aiSdk.contextCompiler({}), [], wrong),
  'ownValues of langchain': () => langchain.ownValues(langchain.contextCompiler({}), [], wrong),
  'ownValues of openai-agents': () =>
    agents.ownValues(
      agents.protectedModel({ getResponse() {} } as never, { protect: [redact()] }),
      [],
      wrong,
    ),
  chatHandler: () => chatHandler(wrong),
  messageVersions: () => messageVersions([], wrong),
  uiMessages: () => uiMessages([], wrong),
  uiStream: () => uiStream(empty, wrong),
  check: () => check(helper, wrong),
  flow: () => (flow as (...given: unknown[]) => unknown)(helper, wrong),
  toSARIF: () => toSARIF([], wrong),
  parallel: () => parallel({ until: 'first', ...(wrong as object) } as never, helper),
  preview: () => preview(helper, session, wrong),
  expectBudget: () => expectBudget(helper, { file: 'budgets.json', ...(wrong as object) }),
  forecastBill: () => forecastBill(result, wrong),
  priceOf: () => priceOf({ inputTokens: 1, outputTokens: 1 }, 'gpt-5.4', wrong),
  deleteCaches: () => deleteCaches(session, wrong),
  modelEffects: () => modelEffects(wrong),
  resolveWants: () => resolveWants(result, wrong),
  fromADK: () => from.fromADK(empty, wrong),
  fromAISDK: () => from.fromAISDK(empty, wrong),
  fromAnthropic: () => from.fromAnthropic(empty, wrong),
  fromGemini: () => from.fromGemini(empty, wrong),
  fromLangChain: () => from.fromLangChain(empty, wrong),
  fromOpenAI: () => from.fromOpenAI(empty, wrong),
  fromOpenAIResponses: () => from.fromOpenAIResponses(empty, wrong),
  fromPlain: () => from.fromPlain(empty, wrong),
  importConversation: () => from.importConversation([], wrong),
  connectMcp: () => connectMcp(wrong),
  connectGoogleAI: () => connectGoogleAI('key', wrong),
  drive: () => drive(geminiLive, wrong),
  serveLive: () => serveLive(geminiLive, wrong),
  aiSdkModel: () => aiSdkModel({} as never, wrong),
  anthropicCompaction: () => anthropicCompaction(wrong),
  anthropicCounts: () => anthropicCounts(wrong),
  anthropicModel: () => anthropicModel(client, wrong),
  geminiCaches: () => geminiCaches(wrong),
  geminiCounts: () => geminiCounts(wrong),
  geminiModel: () => (geminiModel as (...given: unknown[]) => unknown)(client, wrong),
  openaiCompaction: () => openaiCompaction(wrong),
  openaiCounts: () => openaiCounts(wrong),
  openaiModel: () => (openaiModel as (...given: unknown[]) => unknown)(client, wrong),
  openaiChatModel: () => (openaiChatModel as (...given: unknown[]) => unknown)(client, wrong),
  openTelemetry: () => openTelemetry(wrong),
  fence: () => fence(wrong),
  fresh: () => fresh(wrong),
  redact: () => redact(wrong),
  validate: () => validate(wrong),
  capture: () => remember.capture(wrong),
  consolidate: () => remember.consolidate(wrong),
  distill: () => remember.distill(wrong),
  extract: () => remember.extract(wrong),
  notes: () => remember.notes(wrong),
  reconcile: () => remember.reconcile(wrong),
  memoriesOf: () => remember.memoriesOf(session, wrong),
  processMemories: () => remember.processMemories(wrong),
  rememberAnswer: () => remember.rememberAnswer(helper, session, wrong),
  sqliteMemories: () => sqliteMemories(':memory:', wrong),
  startLive: () => startLive(host, wrong),
  replayLive: () => [...replayLive(host, profiles['gpt-realtime'], [], wrong)],
  createRunner: () => createRunner(wrong),
  forget: () => forget({ app: 'test', user: 'ada' }, wrong),
  storagePrefix: () => storagePrefix(wrong),
  inMemoryStore: () => (inMemoryStore as (...given: unknown[]) => unknown)(wrong),
  postgresMemories: () => postgresMemories(databaseClient, wrong),
  postgresStore: () => postgresStore(databaseClient, wrong),
  sqliteStore: () => sqliteStore(':memory:', wrong),
  fakeProvider: () => fakeProvider('openai', wrong),
}

test.each(Object.entries(calls))('%s refuses an option that it does not have', async (name, call) => {
  const of = name.split(' of ')[0] as string
  const failed = await Promise.resolve()
    .then(call)
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(TypeError)
  expect((failed as TypeError).message).toMatch(
    new RegExp(`^${of.replace('.', '[.]')} has no option 'bugdet': `),
  )
})

/** Functions whose last parameter is named like options, and that take data or another package's options, or have a test of their own. */
const others = [
  'calibrate',
  'chunkMemories',
  'fromMemory',
  'count',
  'connectOpenAIAgents',
  'dbosDriver',
  'readLangChain',
  'readResponses',
  // Passes its options on to fakeProvider.
  'serveProvider',
]

test('every function that takes options stands in the table', () => {
  const api = readdirSync('api')
    .map(file => readFileSync(`api/${file}`, 'utf8'))
    .join('\n')
  const named = [
    ...api.matchAll(
      /^export (?:declare )?(?:function|const) (\w+)\b.*\b(?:options|given|input)\??: \w*Options\b/gm,
    ),
  ]
  const names = [...new Set(named.map(([, name]) => name as string))]
  const known = [...Object.keys(calls).map(name => name.split(' of ')[0]?.replace(/^[CS][.]/, '')), ...others]
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter(name => !known.includes(name))).toEqual([])
})
