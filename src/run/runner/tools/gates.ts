import { agentIn } from '../../../core/program/graph.ts'
import type { TurnContext } from '../turn-context.ts'
import { type CallTask, callAt } from './call-task.ts'
import { findTool } from './find-tool.ts'

/** Queues for tools with a limit on concurrent calls. All sessions of a runner share them. */
export class Gates {
  private readonly busy = new Map<string, number>()
  private readonly queues = new Map<string, (() => void)[]>()

  /** Waits until the tool may be called once more, and then does the work. */
  async runInSlot(
    { live, program }: TurnContext,
    { call, agent }: CallTask,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    const { name } = callAt(live.session, call)
    const most = findTool(agentIn(program.graph, agent).agent, name)?.tool.concurrency
    if (most === undefined) return work()
    const key = `${agent} ${name}`
    while ((this.busy.get(key) ?? 0) >= most && !signal.aborted) await this.releaseSlot(key, signal)
    if (signal.aborted) return
    this.busy.set(key, (this.busy.get(key) ?? 0) + 1)
    try {
      await work()
    } finally {
      this.busy.set(key, (this.busy.get(key) ?? 1) - 1)
      this.queues.get(key)?.shift()?.()
    }
  }

  private releaseSlot(key: string, signal: AbortSignal): Promise<void> {
    return new Promise(resolve => {
      const queue = this.queues.get(key) ?? []
      this.queues.set(key, queue)
      queue.push(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}
