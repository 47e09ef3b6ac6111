import { adk } from './adk.ts'
import { aiSdk } from './ai-sdk.ts'
import { ctxc } from './ctxc.ts'
import { langgraph } from './langgraph.ts'
import { mastra } from './mastra.ts'
import { openaiAgents } from './openai-agents.ts'
import type { Peer } from './peer.ts'

/** All ways of running the agent, ours first. */
export const peers: readonly Peer[] = [...ctxc, aiSdk, openaiAgents, adk, ...langgraph, ...mastra]
