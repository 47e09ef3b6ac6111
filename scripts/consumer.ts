// A TypeScript library that uses the packed package and exports what each public function returns: its declarations must name every type.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { targetNames } from '../src/core/ir/target-name.ts'
import { root } from './entries.ts'

const importers = {
  openai: 'fromOpenAI',
  'openai-responses': 'fromOpenAIResponses',
  anthropic: 'fromAnthropic',
  'ai-sdk': 'fromAISDK',
  langchain: 'fromLangChain',
  plain: 'fromPlain',
}

const lines = [
  "import * as ctxc from 'ctxc'",
  "import { fromGemini } from 'ctxc/from/gemini'",
  "import { fromADK } from 'ctxc/from/adk'",
  "import { importConversation } from 'ctxc/from'",
  "import { fromMemory } from 'ctxc/memory'",
  ...Object.entries(importers).map(([path, name]) => `import { ${name} } from 'ctxc/from/${path}'`),
  "export const one = ctxc.agent({ name: 'one', model: 'gpt-5.4', outputKey: 'intent' })",
  "export const two = ctxc.agent({ name: 'two', instruction: 'Mind {intent}.' })",
  "export const three = ctxc.agent({ name: 'three', instruction: 'Be kind.', tools: [{ name: 't', parameters: { type: 'object' } }] })",
  "export const spoken = ctxc.tool({ name: 'say', parameters: { type: 'object' }, execute: () => 'x' })",
  'export const app = ctxc.pipeline(one, two)',
  'export const both = ctxc.parallel(one, three)',
  'export const again = ctxc.loop({ max: 2 }, one)',
  "export const routed = ctxc.route('intent').is('x', three).otherwise(one)",
  'export const spare = ctxc.fallback(one, three)',
  "export const each = ctxc.mapOver({ key: 'items', into: 'done' }, three)",
  'export const looked = ctxc.tap(() => {})',
  'export const policy = [ctxc.C.window(5), ctxc.C.relevant().atMost(2_000)]',
  "export const step = ctxc.S.pipe(ctxc.S.pick('a'), ctxc.S.rename({ a: 'b' }))",
  "export const session = ctxc.createSession({ events: [{ author: 'user', text: 'Hi' }] })",
  'export const restored = ctxc.restoreSession(session.toJSON())',
  'export const next = ctxc.nextSteps(app, session)',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of the consumer
  "export const words = ctxc.promptText`Hi ${'x'}`",
  "export const compiler = ctxc.createCompiler({ agent: one }, { model: 'claude-sonnet-5' })",
  'export const expanding = ctxc.expandTool({ compiled: () => null })',
  "export const compiled = () => ctxc.compile(app, session, { model: 'gpt-5.4' })",
  'export const answered = async () => ctxc.answerOf(await compiled(), { output: [] })',
  ...[...Object.values(importers), 'fromGemini', 'fromADK'].flatMap(name => [
    `export const ${name}Read = (messages: object[]) => ${name}(messages)`,
    `export const ${name}Own = (messages: object[]) => ctxc.compile(${name}(messages))`,
    `export const ${name}Named = (messages: object[], model: string) => ctxc.compile(${name}(messages), { model })`,
    ...targetNames.map(
      (target, place) =>
        `export const ${name}${place} = (messages: object[]) => ctxc.compile(${name}(messages), { target: '${target}' })`,
    ),
  ]),
  'export const any = (json: unknown) => importConversation(json)',
  "export const remembered = () => fromMemory({ threadId: 't', chunks: [] } as never)",
]

// Functions of all entry points except the root.
const others = [
  "import type { PromptText } from 'ctxc'",
  "import * as responses from 'ctxc/from/openai-responses'",
  "import * as langchain from 'ctxc/from/langchain'",
  "import * as count from 'ctxc/count'",
  "import { approximate } from 'ctxc/count/approximate'",
  "import { cl100k } from 'ctxc/count/cl100k'",
  "import { o200k } from 'ctxc/count/o200k'",
  "import * as memory from 'ctxc/memory'",
  "import * as check from 'ctxc/check'",
  "import * as stages from 'ctxc/compile'",
  "import * as context from 'ctxc/context'",
  "import * as effects from 'ctxc/effects'",
  "import * as explain from 'ctxc/explain'",
  "import * as program from 'ctxc/program'",
  "import * as remember from 'ctxc/remember'",
  "import * as state from 'ctxc/state'",
  "import { fakeProvider } from 'ctxc/testing'",
  'export const text: PromptText = words',
  'export const stepped = state.applyStep(session, step)',
  'export const checked = check.check(app)',
  'export const flowing = check.flow(app)',
  'export const passes = stages.defaultPasses',
  "export const rendered = stages.renderTemplate('{a}', { a: 1 })",
  'export const instruction = () => stages.compileInstruction(one, { session })',
  'export const explained = async () => explain.explain(await compiled())',
  'export const parted = async () => explain.diff(await compiled(), await compiled())',
  'export const usable = stages.effectiveTools(app)',
  'export const expanded = context.expand(session, "h")',
  'export const origin = async () => explain.originOf((await compiled()).map, "/input/0", 0)',
  'export const parsed = program.parseProgram({})',
  'export const written = program.writeProgram(app)',
  'export const run = state.runStep(session, step)',
  'export const sarif = check.toSARIF(checked.diagnostics)',
  'export const schema = program.programSchema',
  'export const asking = effects.modelEffects({} as never)',
  'export const answeredLater = async () => remember.rememberAnswer({} as never, {} as never)',
  'export const item = (value: unknown) => responses.readItem(false, undefined, value, 0)',
  'export const items = (input: object[]) => responses.readResponses(input, {}, () => undefined)',
  'export const stored = (input: object[]) => langchain.readLangChain(input, {}, null)',
  'export const calibrated = count.calibrate(count.uncalibrated, { model: "gpt-5.4", predicted: 1, actual: 2 } as never)',
  'export const factor = count.calibrationFactor(calibrated, "gpt-5.4")',
  'export const tokens = [count.count("x"), count.countUpTo("x", 5)]',
  'export const estimated = count.estimate("x", "claude" as never)',
  'export const cut = count.truncate("x", 5)',
  'export const counters = { approximate, cl100k, o200k }',
  'export const chunk = memory.createChunk({} as never)',
  'export const builder = memory.createContextBuilder()',
  'export const manager = memory.createMemoryManager()',
  'export const chunks = memory.createState([])',
  'export const tokenizer = memory.createTokenizer("gpt-5.4")',
  'export const readBack = memory.readJSONLines("")',
  'export const tags = memory.readTags("")',
  'export const kinds = [memory.ChunkType, memory.RetentionStrategy, memory.WorkingFlowSubType]',
  'export const jsonLines = (snapshot: Parameters<typeof memory.writeJSONLines>[0]) => memory.writeJSONLines(snapshot)',
  'export const fromHeld = (held: Parameters<typeof memory.fromMemory>[0]) => memory.fromMemory(held)',
  'export const clauses = [context.all(), context.none(), context.first(1), context.last(1), context.userOnly()]',
  'export const chosen = [context.window(5), context.recent({} as never), context.where({} as never)]',
  'export const byAgent = [context.fromAgents("a"), context.excludeAgents("b")]',
  'export const sources = [context.notes("n"), context.artifact("a"), context.relevant(), context.state("k")]',
  'export const filled = context.template("{a}")',
  'export const when = context.when(() => true, context.all())',
  'export const compressor = context.contextCompressor({} as never)',
  'export const captured = state.capture("k")',
  'export const computed = state.compute({ n: () => 1 })',
  'export const defaulted = state.defaults({ n: 1 })',
  'export const dropped = state.drop("k")',
  'export const guarded = state.guard(() => true, "no")',
  'export const logged = state.log("k")',
  'export const merged = state.merge(["a", "b"], "c")',
  'export const picked = state.pipe(state.pick("a"), state.rename({ a: "b" }))',
  'export const placed = state.set({ n: 1 })',
  'export const changed = state.transform("n", value => value)',
  'export const fake = fakeProvider("openai")',
]

// Checked separately, because the frameworks' own declarations do not compile with exactOptionalPropertyTypes.
const adapters = [
  "import * as aiSDK from 'ctxc/ai-sdk'",
  "import { aiSdkModel, type LanguageModel } from 'ctxc/models/ai-sdk'",
  "import { contextCompiler as forLangChain } from 'ctxc/langchain'",
  "import { contextCompiler as forAgentsSDK } from 'ctxc/openai-agents'",
  'export const middleware = aiSDK.contextCompiler()',
  'export const prepareStep = aiSDK.compileStep()',
  'export const client = (model: LanguageModel) => aiSdkModel(model)',
  'export const report = (result: { readonly providerMetadata?: undefined }) => aiSDK.reportOf(result)',
  'export const agentMiddleware = forLangChain()',
  'export const filter = forAgentsSDK()',
  "export const refused = new aiSDK.ContextError({ message: 'm' } as never)",
]

/**
 * Compiles the consumer with each kind of module resolution. Returns the compiler's messages; empty if there are none.
 */
export function checkConsumer(tarball: string): { readonly name: string; readonly said: string }[] {
  const folder = join(root, 'node_modules/.cache/consumer')
  rmSync(folder, { recursive: true, force: true })
  const installed = join(folder, 'node_modules/ctxc')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1'])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  // Checked alone, so that only the root and the importers can name a type.
  writeFileSync(join(folder, 'root.ts'), `${lines.join('\n')}\n`)
  writeFileSync(join(folder, 'index.ts'), `${[...lines, ...others].join('\n')}\n`)
  writeFileSync(join(folder, 'adapters.ts'), `${adapters.join('\n')}\n`)
  return [
    { name: 'node16', module: 'node16' },
    { name: 'nodenext', module: 'nodenext' },
    { name: 'bundler', module: 'esnext' },
  ].flatMap(({ name, module }) => [
    { name: `${name}, root`, said: compile(folder, 'root.ts', name, module) },
    { name, said: compile(folder, 'index.ts', name, module) },
    { name: `${name}, adapters`, said: compile(folder, 'adapters.ts', name, module, { skipLibCheck: true }) },
  ])
}

/** Returns the errors of the TypeScript compiler for one file of the consumer; empty if there are none. */
function compile(folder: string, file: string, moduleResolution: string, module: string, more = {}): string {
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'es2023', lib: ['es2023'], types: ['node'], strict: true },
    ...{
      declaration: true,
      emitDeclarationOnly: true,
      isolatedModules: true,
      exactOptionalPropertyTypes: true,
    },
    ...{ outDir: `out-${moduleResolution}`, rootDir: '.', ...more },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  return run.status === 0 ? '' : `${run.stdout}${run.stderr}`
}
