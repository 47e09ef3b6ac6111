import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent } from '../agent/declare.ts'
import { expandTool } from '../agent/expand-tool.ts'
import { check } from '../check/check.ts'
import { compile } from '../compile/compile.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import type { Compiled } from '../compile/contract/result.ts'
import { resolveWants } from '../compile/later/resolve-wants.ts'
import * as C from '../context/index.ts'
import { defaultPasses } from '../context/operation/default-passes.ts'
import { parseProgram } from '../data/parse-program.ts'
import { writeProgram } from '../data/write-program.ts'
import { fromAnthropic } from '../from/anthropic.ts'
import { fromGemini } from '../from/gemini.ts'
import { importConversation } from '../from/index.ts'
import { fromOpenAI } from '../from/openai.ts'
import { live, profiles, replayLive } from '../live/index.ts'
import { createState } from '../memory/create.ts'
import { fromMemory } from '../memory/from-memory.ts'
import { loop } from '../program/loop.ts'
import { mapOver } from '../program/map-over.ts'
import { pipeline } from '../program/pipeline.ts'
import type { Program } from '../program/program.ts'
import { route } from '../program/route.ts'
import { redact } from '../protect/redact.ts'
import { validate } from '../protect/validate/validate.ts'
import { createSession } from '../session/create.ts'
import { applyStep } from '../state/apply.ts'
import * as S from '../state/index.ts'
import { promptText } from '../template/prompt-text.ts'

const folder = join(import.meta.dirname, 'explain')
const codes = readdirSync(folder).map(file => file.replace('.md', ''))

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

test.each(codes)('%s: the first example raises the code, and the second does not', async code => {
  const page = readFileSync(join(folder, `${code}.md`), 'utf8')
  const options = optionsOf(page)
  const [failing, fixed] = [...page.matchAll(/^```(\S+)( continued)?\n([\s\S]*?)^```$/gm)]
  const codesOf = async (block: RegExpMatchArray | undefined): Promise<string[]> => {
    const [, language, goesOn, text = ''] = block ?? []
    const result =
      language === 'json'
        ? await compileJson(text, options)
        : await runSample(goesOn ? `${failing?.[3]}${text}` : text, options)
    return result.diagnostics.map(diagnostic => diagnostic.code)
  }
  expect(await codesOf(failing)).toContain(code)
  // The fix causes no other fault.
  expect(
    (await codesOf(fixed)).filter(other => other === code || /^CX(3002|4001|7014)$/.test(other)),
  ).toEqual([])
})
