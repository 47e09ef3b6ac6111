// A TypeScript library that uses the packed package and exports what each public function returns: its declarations must name every type.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './entries.ts'

const importers = {
  openai: 'fromOpenAI',
  'openai-responses': 'fromOpenAIResponses',
  anthropic: 'fromAnthropic',
  'ai-sdk': 'fromAISDK',
  langchain: 'fromLangChain',
  plain: 'fromPlain',
}
const targets = ['openai', 'openai-chat', 'anthropic', 'gemini', 'ai-sdk', 'text']

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
  'export const stepped = ctxc.applyStep(session, step)',
  'export const next = ctxc.nextSteps(app, session)',
  'export const checked = ctxc.check(app)',
  'export const flowing = ctxc.flow(app)',
  'export const passes = ctxc.defaultPasses',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source of the consumer
  "export const words = ctxc.promptText`Hi ${'x'}`",
  "export const compiler = ctxc.createCompiler({ agent: one }, { model: 'claude-sonnet-5' })",
  "export const rendered = ctxc.renderTemplate('{a}', { a: 1 })",
  'export const expanding = ctxc.expandTool({ compiled: () => null })',
  'export const instruction = () => ctxc.compileInstruction(one, { session })',
  "export const compiled = () => ctxc.compile(app, session, { model: 'gpt-5.4' })",
  'export const explained = async () => ctxc.explain(await compiled())',
  'export const parted = async () => ctxc.diff(await compiled(), await compiled())',
  'export const answered = async () => ctxc.answerOf(await compiled(), { output: [] })',
  ...[...Object.values(importers), 'fromGemini', 'fromADK'].flatMap(name => [
    `export const ${name}Read = (messages: object[]) => ${name}(messages)`,
    `export const ${name}Own = (messages: object[]) => ctxc.compile(${name}(messages))`,
    `export const ${name}Named = (messages: object[], model: string) => ctxc.compile(${name}(messages), { model })`,
    ...targets.map(
      (target, place) =>
        `export const ${name}${place} = (messages: object[]) => ctxc.compile(${name}(messages), { target: '${target}' })`,
    ),
  ]),
  'export const any = (json: unknown) => importConversation(json)',
  "export const remembered = () => fromMemory({ threadId: 't', chunks: [] } as never)",
]

/** Compiles the consumer under each kind of module resolution; what the compiler says, or nothing. */
export function checkConsumer(tarball: string): { readonly name: string; readonly said: string }[] {
  const folder = join(root, 'node_modules/.cache/consumer')
  rmSync(folder, { recursive: true, force: true })
  const installed = join(folder, 'node_modules/ctxc')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1'])
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'index.ts'), `${lines.join('\n')}\n`)
  return [
    { name: 'node16', module: 'node16' },
    { name: 'nodenext', module: 'nodenext' },
    { name: 'bundler', module: 'esnext' },
  ].map(({ name, module }) => {
    const compilerOptions = {
      ...{ module, moduleResolution: name, target: 'es2023', lib: ['es2023'], types: ['node'], strict: true },
      ...{
        declaration: true,
        emitDeclarationOnly: true,
        isolatedModules: true,
        exactOptionalPropertyTypes: true,
      },
      ...{ outDir: `out-${name}`, rootDir: '.' },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }))
    const run = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    return { name, said: run.status === 0 ? '' : `${run.stdout}${run.stderr}` }
  })
}
