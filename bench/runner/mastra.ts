import { join } from 'node:path'
import { importPeer } from '../library/import-peer.ts'
import type { Job, Peer, Ready } from './peer.ts'
import { description, instruction, lastAnswer, question, resultOf, type Script, toolName } from './work.ts'

const usage = { inputTokens: 1_000, outputTokens: 20, totalTokens: 1_020 }

/** A model of the AI SDK's second interface, which Mastra takes. */
const modelOf = (script: Script) => ({
  specificationVersion: 'v2',
  provider: 'bench',
  modelId: 'bench',
  supportedUrls: {},
  async doGenerate() {
    const index = script.next()
    const input = JSON.stringify({ index })
    const part =
      index === null
        ? { type: 'text', text: lastAnswer }
        : { type: 'tool-call', toolCallId: `call_${index}`, toolName, input }
    return { content: [part], finishReason: index === null ? 'stop' : 'tool-calls', usage, warnings: [] }
  },
})

/** `memory` keeps the messages; without it, only snapshots of the run are stored. */
export async function prepareMastra({ script }: Job, storage?: object, memory?: object): Promise<Ready> {
  const [{ Agent }, { Mastra }, { createTool }, { z }] = await Promise.all([
    importPeer('@mastra/core/agent'),
    importPeer('@mastra/core'),
    importPeer('@mastra/core/tools'),
    importPeer('zod'),
  ])
  const lookup = createTool({
    id: toolName,
    description,
    inputSchema: z.object({ index: z.number().describe('Place of the entry.') }),
    execute: async ({ index }: { index: number }) => resultOf(index),
  })
  const tools = { [toolName]: lookup }
  const reader = new Agent({
    id: 'reader',
    name: 'reader',
    instructions: instruction,
    model: modelOf(script),
    tools,
    ...(memory && { memory }),
  })
  const mastra = new Mastra({ agents: { reader }, logger: false, ...(storage && { storage }) })
  const agent = mastra.getAgent('reader')
  const at = memory && { memory: { thread: 's1', resource: 'ada' } }
  return { run: async () => (await agent.generate(question, { maxSteps: script.steps + 2, ...at })).text }
}

export const mastra: readonly Peer[] = [
  { name: 'Mastra, no store', keeps: 'nothing', mostSteps: 2_000, prepare: job => prepareMastra(job) },
  {
    name: 'Mastra, libsql',
    keeps: 'disk',
    mostSteps: 2_000,
    async prepare(job) {
      const { LibSQLStore } = await importPeer('@mastra/libsql')
      return prepareMastra(
        job,
        new LibSQLStore({ id: 'bench', url: `file:${join(job.folder, 'mastra.db')}` }),
      )
    },
  },
]
