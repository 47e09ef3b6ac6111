// The agent loop: compile the session, call a provider, append the answer, run tools, until an answer has no call.
import type Anthropic from '@anthropic-ai/sdk'
import {
  answerOf,
  callsOf,
  createCompiler,
  type EventInput,
  type Plan,
  type Report,
  resultOf,
  type Session,
  textOf,
} from 'ctxc'
import type OpenAI from 'openai'
import { analyst, runTool } from './agent.ts'

export type Provider = 'openai' | 'anthropic'

export interface Clients {
  readonly openai: OpenAI
  readonly anthropic: Anthropic
}

/** Functions that the loop calls, so that an app can watch it. */
export interface Watcher {
  readonly onStep: (provider: Provider, report: Report, answer: readonly EventInput[]) => void
  readonly onSwitch: (from: Provider, to: Provider, error: unknown) => void
}

const budget = 4_000
const mostSteps = 20
const compilers = {
  openai: createCompiler(analyst, { target: 'openai', model: 'gpt-5.4', budget }),
  anthropic: createCompiler(analyst, { target: 'anthropic', model: 'claude-sonnet-5', budget }),
}

export class Loop {
  /** The whole conversation. Only requests are trimmed, never the session. */
  session: Session
  /**
   * The last plan for each provider. With it, the next request has the same prefix, so that the provider's cache can be
   * used.
   */
  readonly #plans: Record<Provider, Plan | null> = { openai: null, anthropic: null }
  readonly #clients: Clients
  readonly #watcher: Watcher

  constructor(session: Session, clients: Clients, watcher: Watcher) {
    this.session = session
    this.#clients = clients
    this.#watcher = watcher
  }

  /** Answers a question. If a call fails, the next provider in the list continues with the same step. */
  async ask(question: string, [first, ...others]: readonly [Provider, ...Provider[]]): Promise<string> {
    this.session = this.session.append({ author: 'user', text: question })
    let provider = first
    for (let step = 0; step < mostSteps; step++) {
      const answer = await this.#call(provider).catch((error: unknown) => {
        const next = others.shift()
        if (next === undefined) throw error
        this.#watcher.onSwitch(provider, next, error)
        provider = next
      })
      if (answer === undefined) continue
      const calls = callsOf(answer)
      const results = calls.map(async call => resultOf(call, await runTool(call).catch(error => error)))
      this.session = this.session.append(...answer, ...(await Promise.all(results)))
      if (calls.length === 0) return textOf(answer)
    }
    throw new Error(`no answer after ${mostSteps} steps`)
  }

  /** Makes one model call, and returns the answer as events. */
  async #call(provider: Provider): Promise<readonly EventInput[]> {
    const { report, response } = await this.#send(provider)
    const answer = answerOf(report, response)
    if (answer.length === 0) throw new Error(`${provider} gave no answer`)
    this.#plans[provider] = report.plan
    this.#watcher.onStep(provider, report, answer)
    return answer
  }

  async #send(provider: Provider): Promise<{ readonly report: Report; readonly response: object }> {
    const plan = this.#plans[provider]
    if (provider === 'openai') {
      const report = await compilers.openai.compile(this.session, { plan })
      if (!report.ok) throw new Error(report.diagnostics[0]?.message)
      return { report, response: await this.#clients.openai.responses.create(report.request) }
    }
    const report = await compilers.anthropic.compile(this.session, { plan })
    if (!report.ok) throw new Error(report.diagnostics[0]?.message)
    const { request, headers } = report
    return { report, response: await this.#clients.anthropic.messages.create(request, { headers }) }
  }
}
