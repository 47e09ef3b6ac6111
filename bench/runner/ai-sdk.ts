import { importPeer } from '../library/import-peer.ts'
import type { Peer } from './peer.ts'
import {
  description,
  instruction,
  lastAnswer,
  parameters,
  question,
  resultOf,
  type Script,
  toolName,
} from './work.ts'

const usage = {
  inputTokens: { total: 1_000, noCache: 1_000, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
}

/** A model of the AI SDK's own interface. */
const modelOf = (script: Script) => ({
  specificationVersion: 'v4',
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
    const unified = index === null ? 'stop' : 'tool-calls'
    return { content: [part], finishReason: { unified, raw: unified }, usage, warnings: [] }
  },
})

export const aiSdk: Peer = {
  name: 'AI SDK ToolLoopAgent',
  keeps: 'nothing',
  mostSteps: 2_000,
  async prepare({ script }) {
    const { ToolLoopAgent, tool, jsonSchema, isStepCount } = await importPeer('ai')
    const lookup = tool({
      description,
      inputSchema: jsonSchema(parameters),
      execute: async ({ index }: { index: number }) => resultOf(index),
    })
    const agent = new ToolLoopAgent({
      model: modelOf(script),
      instructions: instruction,
      tools: { [toolName]: lookup },
      stopWhen: isStepCount(script.steps + 2),
    })
    return { run: async () => (await agent.generate({ prompt: question })).text }
  },
}
