import { importPeer } from '../library/import-peer.ts'
import type { Job, Peer, Ready } from './peer.ts'
import { description, instruction, lastAnswer, question, resultOf, toolName } from './work.ts'

/** Sessions are kept in the database, if there is one. */
export async function prepareAdk({ script, database }: Job): Promise<Ready> {
  const [sdk, { z }] = await Promise.all([importPeer('@google/adk'), importPeer('zod')])
  class Model extends sdk.BaseLlm {
    constructor() {
      super({ model: 'bench' })
    }
    async *generateContentAsync() {
      const index = script.next()
      const functionCall = { id: `call_${index}`, name: toolName, args: { index } }
      const parts = index === null ? [{ text: lastAnswer }] : [{ functionCall }]
      const usageMetadata = { promptTokenCount: 1_000, candidatesTokenCount: 20 }
      yield { content: { role: 'model', parts }, usageMetadata }
    }
  }
  const lookup = new sdk.FunctionTool({
    name: toolName,
    description,
    parameters: z.object({ index: z.number().describe('Place of the entry.') }),
    execute: ({ index }: { index: number }) => resultOf(index),
  })
  const agent = new sdk.LlmAgent({ name: 'reader', model: new Model(), instruction, tools: [lookup] })
  const runner = database
    ? new sdk.Runner({ agent, appName: 'bench', sessionService: new sdk.DatabaseSessionService(database) })
    : new sdk.InMemoryRunner({ agent, appName: 'bench' })
  sdk.setLogLevel?.(sdk.LogLevel.ERROR)
  const at = { userId: 'ada', sessionId: 's1' }
  await runner.sessionService.createSession({ appName: 'bench', ...at })
  const newMessage = { role: 'user', parts: [{ text: question }] }
  const runConfig = { maxLlmCalls: script.steps + 2 }
  return {
    async run() {
      let text = ''
      for await (const event of runner.runAsync({ ...at, newMessage, runConfig }))
        text = event.content?.parts?.[0]?.text ?? text
      return text
    },
  }
}

export const adk: Peer = {
  name: 'ADK JS, InMemoryRunner',
  keeps: 'memory',
  mostSteps: 2_000,
  prepare: prepareAdk,
}
