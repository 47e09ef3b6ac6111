import type { Kind } from '../journal.ts'
import { adk } from './adk.ts'
import { ctxc } from './ctxc.ts'
import { dbos } from './dbos.ts'
import { langgraph } from './langgraph.ts'
import { mastra } from './mastra.ts'
import { raw } from './raw.ts'

/** All journals that are measured, the bare client first. */
export const journals: readonly Kind[] = [raw, ...ctxc, langgraph, mastra, adk, dbos]
