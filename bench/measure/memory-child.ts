/** Prints what a session, a compiled request and a compiler hold beyond the caller's messages, in MB. */
import { eventOf, look, optionsFor } from '../assembler/ctxc.ts'
import { createRecompiler } from '../assembler/recompile.ts'
import { type Generated, generate } from '../history/generate.ts'
import { built } from '../library/built.ts'
import { collectAll } from './collect.ts'

const [size = 100_000, budget = 100_000] = process.argv.slice(2).map(Number)

function held(): number {
  for (let times = 0; times < 3; times++) collectAll()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** A copy, so that no string holds on to a longer one; what it was copied from is garbage afterwards. */
async function input(): Promise<Generated> {
  const copy = structuredClone(generate(size, 1))
  await new Promise(resolve => setImmediate(resolve))
  return copy
}

const { messages, next } = await input()
const before = held()
const ctxc = await built('index')
const { fromOpenAI } = await built('from/openai')
const loaded = held()
const program = fromOpenAI(messages)
const compiler = createRecompiler(ctxc, program, optionsFor(budget))
look(await compiler.compile(program.session))
const session = program.session.append(eventOf(next[0]!))
const result = await compiler.compile(session)
look(result)
const all = held()
const alive = [messages, program, session, compiler, result].length
console.log(JSON.stringify({ alive, code: loaded - before, session: all - loaded }))
