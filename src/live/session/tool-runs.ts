import type { Agent } from '../../core/agent/agent.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { Session } from '../../core/session/session.ts'
import { frozenJson } from '../../core/text/json-value.ts'
import type { ToolSettings } from './contract.ts'
import type { ProtectedLog } from './protected-log.ts'
import { type LiveCall, type LiveResult, runLiveTool } from './run-live-tool.ts'

/** Source of the data that tools need, and receiver of their results. */
export interface ToolListener {
  /** Returns the current session. */
  log(): Session
  /** Returns the values behind the placeholders in a call; null if the conversation has no protections. */
  values(id: string): ReturnType<ProtectedLog['placeholderValuesOf']> | null
  progress(id: string, value: JsonValue): void
  result(id: string, result: LiveResult): void
}

/** Tools of a conversation that are running. */
export class ToolRuns {
  private readonly root: Agent
  private readonly settings: ToolSettings
  private readonly listener: ToolListener
  private readonly running = new Map<string, AbortController>()

  constructor(root: Agent, settings: ToolSettings, listener: ToolListener) {
    this.root = root
    this.settings = settings
    this.listener = listener
  }

  /** Runs a tool of an agent. An aborted call gets no result. */
  async runTool(call: LiveCall, agent: string, values: JsonObject): Promise<void> {
    const { id } = call
    const stop = new AbortController()
    this.running.set(id, stop)
    const result = await runLiveTool(
      findAgentByName(this.root, agent) ?? this.root,
      call,
      values,
      this.settings,
      {
        signal: stop.signal,
        log: this.listener.log(),
        values: () => this.listener.values(id),
        progress: value => {
          if (!stop.signal.aborted) this.listener.progress(id, frozenJson(value))
        },
      },
    )
    if (this.running.get(id) === stop) this.running.delete(id)
    if (!stop.signal.aborted) this.listener.result(id, result)
  }

  abortCall(id: string): void {
    this.running.get(id)?.abort(new Error('the call is over'))
  }

  abortAll(): void {
    for (const stop of this.running.values()) stop.abort(new Error('the conversation ended'))
  }
}

function findAgentByName(agent: Agent, name: string): Agent | null {
  if (agent.name === name) return agent
  for (const child of agent.subAgents ?? []) {
    const found = findAgentByName(child, name)
    if (found !== null) return found
  }
  return null
}
