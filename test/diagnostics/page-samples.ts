// Runs the examples of the explain pages.
import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { check } from '../../src/cli/check/check.ts'
import { parseProgram } from '../../src/cli/data/parse-program.ts'
import { writeProgram } from '../../src/cli/data/write-program.ts'
import { type ContextOptions, contextCompiler } from '../../src/core/adapter/ai-sdk/index.ts'
import { createConversationCompiler } from '../../src/core/adapter/conversation-compiler.ts'
import { agent } from '../../src/core/agent/declare.ts'
import { expandTool } from '../../src/core/agent/expand-tool.ts'
import { compile } from '../../src/core/compile/compile.ts'
import type { CompileOptions } from '../../src/core/compile/contract/options.ts'
import type { Compiled } from '../../src/core/compile/contract/result.ts'
import { resolveWants } from '../../src/core/compile/later/resolve-wants.ts'
import * as C from '../../src/core/context/index.ts'
import { defaultPasses } from '../../src/core/context/operation/default-passes.ts'
import { approximate } from '../../src/core/count/approximate.ts'
import type { Code } from '../../src/core/diag/catalogue.ts'
import type { Diagnostic } from '../../src/core/diag/diagnostic.ts'
import { loop } from '../../src/core/program/loop.ts'
import { mapOver } from '../../src/core/program/map-over.ts'
import { pipeline } from '../../src/core/program/pipeline.ts'
import type { Program } from '../../src/core/program/program.ts'
import { route } from '../../src/core/program/route.ts'
import { redact } from '../../src/core/protect/redact.ts'
import { validate } from '../../src/core/protect/validate/validate.ts'
import { processMemories } from '../../src/core/remember/index.ts'
import { createSession } from '../../src/core/session/create.ts'
import { applyStep } from '../../src/core/state/apply.ts'
import * as S from '../../src/core/state/index.ts'
import { promptText } from '../../src/core/template/prompt-text.ts'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'
import { fromGemini } from '../../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { importConversation } from '../../src/from.ts'
import { live, profiles, replayLive } from '../../src/live/index.ts'
import { createState } from '../../src/run/memory/create.ts'
import { fromMemory } from '../../src/run/memory/from-memory.ts'
import { inMemoryStore } from '../../src/run/store/index.ts'
import { createRunner, type RunnerOptions } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/index.ts'

const folder = join(import.meta.dirname, '../../src/core/diag/explain')

/** Code that only a process without the package's files raises: test/bundles/loading.test.ts does. */
export const elsewhere: Code = 'CX4010'

/** Codes that have an explain page. */
export const codes = readdirSync(folder).map(file => file.replace('.md', '')) as Code[]

/** Returns the compile options of a page's JSON: `<!-- target: anthropic, model: claude-sonnet-5 -->`. */
function optionsOf(page: string): CompileOptions {
  const pairs =
    /^<!-- (.*) -->$/m
      .exec(page)?.[1]
      ?.split(', ')
      .map(pair => pair.split(': ')) ?? []
  const { budget, ...rest } = Object.fromEntries(pairs) as Record<string, string>
  return { ...rest, ...(budget !== undefined && { budget: Number(budget) }) }
}

async function compileJson(text: string, options: CompileOptions): Promise<Compiled> {
  const json = JSON.parse(text) as object
  const conversation = importConversation('role' in json ? [json] : json)
  if (conversation === null) throw new TypeError('a page shows a request, its messages, or one of them')
  return compile(conversation, options)
}

/** Runs a sample, and returns its last compile or step. If the sample only makes a session, the test compiles that. */
async function runSample(code: string, options: CompileOptions): Promise<Pick<Compiled, 'diagnostics'>> {
  let last: Promise<Pick<Compiled, 'diagnostics'>> | undefined
  let program: Program | undefined
  const scope = {
    fromOpenAI,
    fromAnthropic,
    fromGemini,
    approximate,
    defaultPasses,
    resolveWants,
    compile(...args: Parameters<typeof compile>) {
      // The sample compiles its program itself.
      program = undefined
      last = compile(...args)
      return last
    },
    S,
    C,
    agent,
    expandTool,
    createState,
    fromMemory,
    pipeline,
    loop,
    mapOver,
    promptText,
    route,
    check(...args: Parameters<typeof check>) {
      const checked = check(...args)
      last = Promise.resolve(checked)
      return checked
    },
    parseProgram(data: unknown) {
      const parsed = parseProgram(data)
      last = Promise.resolve(parsed)
      return parsed
    },
    writeProgram(...args: Parameters<typeof writeProgram>) {
      const written = writeProgram(...args)
      last = Promise.resolve(written)
      return written
    },
    createRunner(options: RunnerOptions) {
      const diagnostics: Diagnostic[] = []
      const observe = { diagnostic: (each: Diagnostic) => void diagnostics.push(each) }
      last = Promise.resolve({ diagnostics })
      return createRunner({ ...options, observe })
    },
    inMemoryStore,
    processMemories,
    contextCompiler(options: ContextOptions) {
      const diagnostics: Diagnostic[] = []
      last = Promise.resolve({ diagnostics })
      return contextCompiler({
        ...options,
        onCompiled: result => void diagnostics.push(...result.diagnostics),
      })
    },
    scriptedModel,
    live,
    redact,
    validate,
    z,
    profiles,
    replayLive(...args: Parameters<typeof replayLive>) {
      const steps = [...replayLive(...args)]
      last = Promise.resolve({ diagnostics: steps.flatMap(({ diagnostics }) => diagnostics) })
      return steps
    },
    applyStep(...args: Parameters<typeof applyStep>) {
      const applied = applyStep(...args)
      last = Promise.resolve(applied.outcome)
      return applied
    },
    createConversationCompiler(...args: Parameters<typeof createConversationCompiler>) {
      const compiler = createConversationCompiler(...args)
      return {
        ...compiler,
        compile(...given: Parameters<typeof compiler.compile>) {
          const result = compiler.compile(...given)
          last = result as Promise<Pick<Compiled, 'diagnostics'>>
          return result
        },
      }
    },
    createSession(...args: Parameters<typeof createSession>) {
      const session = createSession(...args)
      program = { agent: { name: 'agent' }, session }
      return session
    },
    console: { log: () => {} },
  }
  const body = stripTypeScriptTypes(code.replace(/^import .*$/gm, ''))
  await new Function(...Object.keys(scope), `return (async () => { ${body} })()`)(...Object.values(scope))
  if (program) last ??= compile(program, options)
  if (last === undefined)
    throw new TypeError(
      'a sample compiles something, checks, reads or writes it, runs a step, or makes a session',
    )
  return last
}

/** Diagnostics of the two examples of a page: the one that raises its code, and the one that does not. */
export interface PageDiagnostics {
  readonly failing: readonly Diagnostic[]
  readonly fixed: readonly Diagnostic[]
}

/** Runs the first two examples of a page. A block marked `continued` continues the first one. */
export async function runPage(code: Code): Promise<PageDiagnostics> {
  const page = readFileSync(join(folder, `${code}.md`), 'utf8')
  const options = optionsOf(page)
  const [failing, fixed] = [...page.matchAll(/^```(\S+)( continued)?\n([\s\S]*?)^```$/gm)]
  const diagnosticsOf = async (block: RegExpMatchArray | undefined): Promise<readonly Diagnostic[]> => {
    const [, language, goesOn, text = ''] = block ?? []
    const result =
      language === 'json'
        ? await compileJson(text, options)
        : await runSample(goesOn ? `${failing?.[3]}${text}` : text, options)
    return result.diagnostics
  }
  return { failing: await diagnosticsOf(failing), fixed: await diagnosticsOf(fixed) }
}
