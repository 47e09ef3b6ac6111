import { join } from 'node:path'
import { importPeer } from '../library/import-peer.ts'
import { BetterSqlite } from './better-sqlite.ts'
import type { Job, Peer, Ready } from './peer.ts'
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

/** A model of LangChain's own interface. */
async function modelOf(script: Script) {
  const [{ BaseChatModel }, { AIMessage }] = await Promise.all([
    importPeer('@langchain/core/language_models/chat_models'),
    importPeer('@langchain/core/messages'),
  ])
  class Model extends BaseChatModel {
    constructor() {
      super({})
    }
    _llmType() {
      return 'bench'
    }
    bindTools() {
      return this
    }
    async _generate() {
      const index = script.next()
      const call = { type: 'tool_call', id: `call_${index}`, name: toolName, args: { index } }
      const fields = index === null ? { content: lastAnswer } : { content: '', tool_calls: [call] }
      const usage_metadata = { input_tokens: 1_000, output_tokens: 20, total_tokens: 1_020 }
      return { generations: [{ text: '', message: new AIMessage({ ...fields, usage_metadata }) }] }
    }
  }
  return new Model()
}

export async function prepareGraph(
  { script }: Job,
  checkpointer: object,
  close?: () => void,
): Promise<Ready> {
  const [{ createAgent }, { tool }, model] = await Promise.all([
    importPeer('langchain'),
    importPeer('@langchain/core/tools'),
    modelOf(script),
  ])
  const run = async ({ index }: { index: number }) => resultOf(index)
  const lookup = tool(run, { name: toolName, description, schema: parameters })
  const agent = createAgent({ model, tools: [lookup], systemPrompt: instruction, checkpointer })
  const config = { configurable: { thread_id: 's1' }, recursionLimit: script.steps * 4 + 20 }
  return {
    async run() {
      const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] }, config)
      return messages.at(-1).content
    },
    ...(close && { close }),
  }
}

export const langgraph: readonly Peer[] = [
  {
    name: 'LangGraph, MemorySaver',
    keeps: 'memory',
    mostSteps: 2_000,
    async prepare(job) {
      const { MemorySaver } = await importPeer('@langchain/langgraph')
      return prepareGraph(job, new MemorySaver())
    },
  },
  {
    name: 'LangGraph, SqliteSaver',
    keeps: 'disk',
    mostSteps: 2_000,
    async prepare(job) {
      const { SqliteSaver } = await importPeer('@langchain/langgraph-checkpoint-sqlite')
      const database = new BetterSqlite(join(job.folder, 'langgraph.db'))
      return prepareGraph(job, new SqliteSaver(database), () => database.close())
    },
  },
]
