import type { Beside } from '../library/built.ts'
import { adk } from './adk.ts'
import { aiSdk } from './ai-sdk.ts'
import { compared, ctxc } from './ctxc.ts'
import { langgraph } from './langgraph.ts'
import { mastra } from './mastra.ts'
import { openaiAgents } from './openai-agents.ts'
import type { Peer } from './peer.ts'

/** All ways of running the agent, ours first. */
export const peers: readonly Peer[] = [...ctxc, aiSdk, openaiAgents, adk, ...langgraph, ...mastra]

/** Runs with the builds of other checkouts. */
export const peersBeside = (besides: readonly Beside[]): readonly Peer[] =>
  besides.flatMap(({ mark, folder }) =>
    ctxc
      .filter(({ name }) => compared.includes(name))
      .map(peer => ({ ...peer, name: `${peer.name}${mark}`, beside: { name: peer.name, folder } })),
  )
