// Checked by tsc alone. A compiled request is passed to the AI SDK unchanged, and the importer and the adapter take the SDK's
// own types.
import type { LanguageModelV4Middleware, LanguageModelV4Prompt } from '@ai-sdk/provider'
import {
  type generateText,
  type LanguageModel,
  type LanguageModelMiddleware,
  type ModelMessage,
  type PrepareStepFunction,
  type streamText,
  type ToolSet,
  type UIMessage,
  wrapLanguageModel,
} from 'ai'
import { type Compiled, compile, type Requests } from 'ctxc'
import { compileStep, contextCompiler } from 'ctxc/ai-sdk'
import { fromAISDK } from 'ctxc/from/ai-sdk'

type Options = Parameters<typeof generateText>[0]
type StreamOptions = Parameters<typeof streamText>[0]
type AISDKRequest = Requests['ai-sdk']

declare const model: LanguageModel

// A request is the options of both functions, but for the model.
export const generate = (request: AISDKRequest): Options => ({ model, ...request })
// The app's own tools take the place of those of a request.
declare const generateNow: typeof generateText
declare const weather: ToolSet[string]
export const withOwnTools = (request: AISDKRequest) => generateNow({ model, ...request, tools: { weather } })
export const stream = (request: AISDKRequest): StreamOptions => ({ model, ...request })
export const messages = (request: AISDKRequest): ModelMessage[] => request.messages
export const tools = (request: AISDKRequest): ToolSet | undefined => request.tools

// The importer takes all that the AI SDK calls messages.
declare const modelMessages: ModelMessage[]
declare const shown: UIMessage[]
declare const prompt: LanguageModelV4Prompt
declare const options: Options
fromAISDK(modelMessages)
fromAISDK(shown)
fromAISDK({ messages: modelMessages, system: 'Be brief.' })
fromAISDK({ prompt })
fromAISDK({ prompt: 'Hi' }, { model: 'gpt-5.4' })
export const imported = options.messages && fromAISDK({ ...options, messages: options.messages })
// @ts-expect-error a message is an object
fromAISDK(['Hi'])

// The format stays, whatever the model.
const compiled = await compile(fromAISDK(modelMessages), { model: 'claude-sonnet-5' })
export const same: Compiled<AISDKRequest> = compiled

// The middleware fits both the wrapper and the provider interface, the step what a loop takes.
export const middleware: LanguageModelMiddleware = contextCompiler({ budget: 16_000 })
export const own: LanguageModelV4Middleware = { specificationVersion: 'v4', ...contextCompiler() }
declare const bare: Parameters<typeof wrapLanguageModel>[0]['model']
wrapLanguageModel({ model: bare, middleware: contextCompiler({ budget: { input: 16_000, output: 2_000 } }) })
export const step: PrepareStepFunction<ToolSet> = compileStep({ budget: 16_000 })
// @ts-expect-error there is no such option
contextCompiler({ bugdet: 1 })
