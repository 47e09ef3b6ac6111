import { importPeer } from '../library/import-peer.ts'
import type { Peer } from './peer.ts'
import { description, instruction, lastAnswer, parameters, question, resultOf, toolName } from './work.ts'

export const openaiAgents: Peer = {
  name: 'OpenAI Agents, MemorySession',
  keeps: 'memory',
  mostSteps: 2_000,
  async prepare({ script }) {
    const sdk = await importPeer('@openai/agents')
    sdk.setTracingDisabled(true)
    const lookup = sdk.tool({
      name: toolName,
      description,
      parameters,
      strict: true,
      execute: async ({ index }: { index: number }) => resultOf(index),
    })
    const model = {
      async getResponse() {
        const index = script.next()
        const call = {
          type: 'function_call',
          callId: `call_${index}`,
          name: toolName,
          status: 'completed',
          arguments: JSON.stringify({ index }),
        }
        const content = [{ type: 'output_text', text: lastAnswer }]
        const answer = { type: 'message', role: 'assistant', status: 'completed', content }
        const usage = new sdk.Usage({ inputTokens: 1_000, outputTokens: 20, totalTokens: 1_020, requests: 1 })
        return { usage, output: [index === null ? answer : call] }
      },
    }
    const agent = new sdk.Agent({ name: 'reader', instructions: instruction, model, tools: [lookup] })
    const session = new sdk.MemorySession()
    const options = { maxTurns: script.steps + 2, session }
    return { run: async () => (await sdk.run(agent, question, options)).finalOutput }
  },
}
