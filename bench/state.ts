/** Memory states to messages, within a limit: ctxc/memory beside the plain way, which renders all, counts and stops. */

import {
  type ChunkInput,
  createContextBuilder,
  createState,
  createTokenizer,
  type MemoryState,
} from '../dist/memory.js'
import { createRandom } from './corpus/random.ts'
import { prose } from './history/text.ts'
import { jsTiktoken } from './library/js-tiktoken.ts'
import { collectAll } from './measure/collect.ts'
import { median } from './measure/median.ts'
import { machine } from './report/machine.ts'

const maxTokens = 8_000
const sizes = [100, 1_000, 10_000, 100_000]
const count = await jsTiktoken.load()
const builder = createContextBuilder(createTokenizer('gpt-4o'))

/** A conversation with calls, as chunks. */
function stateOf(size: number): MemoryState {
  const random = createRandom(1)
  const chunks: ChunkInput[] = []
  const add = (type: ChunkInput['type'], content: object): void => {
    const id = `chunk_${String(chunks.length).padStart(6, '0')}`
    chunks.push({ id, type, retentionStrategy: 'COMPRESSIBLE', content: { type: 'TEXT', ...content } })
  }
  while (chunks.length < size) {
    const callId = `call_${chunks.length}`
    add('AGENT', { role: 'user', text: prose(random, 100 + random(400)) })
    add('WORKFLOW', {
      action: 'tool_call',
      toolName: 'search',
      callId,
      arguments: { query: prose(random, 60) },
    })
    add('ENVIRONMENT', {
      source: 'tool',
      toolName: 'search',
      callId,
      success: true,
      text: prose(random, 200 + random(800)),
    })
    add('AGENT', { role: 'assistant', text: prose(random, 100 + random(400)) })
  }
  return createState(chunks.slice(0, size))
}

/** The plain way: each chunk between its tags with all attributes, JSON spread out, counted one by one from the oldest on. */
function plain({ chunkIds, chunks }: MemoryState): { tokens: number; kept: number; wrapping: number } {
  let tokens = 0
  let kept = 0
  let wrapping = 0
  for (const id of chunkIds) {
    const { type, content } = chunks.get(id)!
    const { text, type: _, ...rest } = content
    const body = typeof text === 'string' ? text : JSON.stringify(rest, null, 2)
    const rendered = `<${type.toLowerCase()}_message id="${id}" subtype="${type}">\n${body}\n</${type.toLowerCase()}_message>`
    const size = count(rendered)
    if (tokens + size > maxTokens) continue
    tokens += size
    kept++
    wrapping += size - count(body)
  }
  return { tokens, kept, wrapping: wrapping / Math.max(1, kept) }
}

/** Milliseconds of so many runs, at the median. */
function time(runs: number, run: () => unknown): number {
  const times: number[] = []
  for (let index = 0; index <= runs; index++) {
    collectAll()
    const began = performance.now()
    run()
    if (index > 0) times.push(performance.now() - began)
  }
  return median(times)
}

console.log(machine())
console.log('chunks    ctxc ms  plain ms   ratio   ctxc keeps  newest kept   plain keeps  newest kept')
for (const size of sizes) {
  const state = stateOf(size)
  const runs = size > 10_000 ? 3 : 9
  const ours = time(runs, () => builder.build(state, { maxTokens }))
  const theirs = time(runs, () => plain(state))
  const { includedChunkIds } = builder.build(state, { maxTokens })
  const last = state.chunkIds.at(-1)
  const { kept } = plain(state)
  console.log(
    `${String(size).padEnd(8)} ${ours.toFixed(1).padStart(8)} ${theirs.toFixed(1).padStart(9)} ${(theirs / ours).toFixed(1).padStart(6)}x ${String(includedChunkIds.length).padStart(12)} ${String(includedChunkIds.includes(last!)).padStart(12)} ${String(kept).padStart(13)} ${String(kept === size).padStart(12)}`,
  )
}

const few = stateOf(100)
for (const ids of [true, false]) {
  const { messages } = builder.build(few, { ids })
  const words = [...few.chunks.values()].map(
    ({ content }) => content.text ?? JSON.stringify(content.arguments),
  )
  const all = messages.reduce((sum, { content }) => sum + count(content), 0)
  const bare = words.reduce<number>((sum, body) => sum + count(String(body)), 0)
  console.log(
    `tokens of wrapping an item, ids ${ids ? 'on ' : 'off'}: ctxc ${((all - bare) / 100).toFixed(1)}`,
  )
}
console.log(`tokens of wrapping an item, plain way: ${plain(few).wrapping.toFixed(1)}`)
