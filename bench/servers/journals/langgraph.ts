import { importPeer } from '../../library/import-peer.ts'
import type { Kind } from '../journal.ts'

export const langgraph: Kind = {
  name: 'LangGraph, PostgresSaver',
  unit: 'graph.updateState of one message',
  async open(url) {
    const [{ PostgresSaver }, { MessagesAnnotation, StateGraph }, { HumanMessage }] = await Promise.all([
      importPeer('@langchain/langgraph-checkpoint-postgres'),
      importPeer('@langchain/langgraph'),
      importPeer('@langchain/core/messages'),
    ])
    const checkpointer = PostgresSaver.fromConnString(url)
    await checkpointer.setup()
    const graph = new StateGraph(MessagesAnnotation)
      .addNode('talk', () => ({}))
      .addEdge('__start__', 'talk')
      .compile({ checkpointer })
    return {
      async begin(thread_id) {
        const config = { configurable: { thread_id } }
        return text => graph.updateState(config, { messages: [new HumanMessage(text)] }, 'talk')
      },
    }
  },
}
