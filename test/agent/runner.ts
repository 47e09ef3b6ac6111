import type { Agent, EventInput, Member, Session, State } from 'ctxc'
import { applyStep } from 'ctxc/state'

/** Chooses one of so many. */
export type Draw = (count: number) => number

/** Somebody failed, and left no answer. */
class Failed extends Error {}

/** Runs a program with a model that answers by chance, and says before every answer who is to give it. */
export class Runner {
  session: Session
  private readonly draw: Draw
  private readonly asks: (agent: Agent, session: Session) => void
  /** Number of enclosing fallbacks that continue after a failure. */
  private nets = 0
  /** Whether who looks at the session can know who is next: a failure leaves nothing, and branches end in any order. */
  private isPlain = true
  private calls = 0

  constructor(session: Session, draw: Draw, asks: (agent: Agent, session: Session) => void) {
    this.session = session
    this.draw = draw
    this.asks = asks
  }

  run(member: Member): void {
    if (!('kind' in member)) return this.speak(member)
    switch (member.kind) {
      case 'state':
        this.session = applyStep(this.session, member).session
        return
      case 'pipeline':
        for (const inner of member.members as readonly Member[]) this.run(inner)
        return
      case 'parallel':
        return this.runAtOnce(member.members as readonly Member[])
      case 'loop':
        for (let round = 0; round < member.max; round++) {
          for (const inner of member.members as readonly Member[]) this.run(inner)
          if (member.until?.(this.session.state)) return
        }
        return
      case 'route': {
        const { state } = this.session
        const way = member.ways.find(each =>
          'is' in each ? state[member.key] === each.is : each.when(state as State),
        )
        const inner = way?.member ?? member.other
        return inner ? this.run(inner) : undefined
      }
      case 'fallback':
        return this.runFirst(member.members as readonly Member[])
      case 'mapOver': {
        const rounds = (this.session.state[member.key] as readonly unknown[]).length
        for (let round = 0; round < rounds; round++) this.run(member.member)
        return
      }
    }
  }

  /** One branch after the other, in any order. */
  private runAtOnce(members: readonly Member[]): void {
    const wasPlain = this.isPlain
    const left = members.map((_, index) => index)
    while (left.length > 0) {
      const [index = 0] = left.splice(this.draw(left.length), 1)
      this.isPlain = wasPlain && left.every(other => other > index)
      this.run(members[index] as Member)
    }
    this.isPlain = wasPlain
  }

  private runFirst(members: readonly Member[]): void {
    const { isPlain, nets } = this
    for (const [index, inner] of members.entries()) {
      const isLast = index === members.length - 1
      this.nets = nets + (isLast ? 0 : 1)
      try {
        this.run(inner)
        this.nets = nets
        return
      } catch (error) {
        if (isLast || !(error instanceof Failed)) throw error
        this.isPlain = isPlain
        this.isTold = false
      }
    }
  }

  /** Whether what failed was followed by an answer. */
  private isTold = true

  private speak(root: Agent): void {
    let agent = root
    for (let calls = this.draw(3); calls > 1; calls--) {
      this.ask(agent)
      const to = agent.subAgents?.[0]
      this.append(...this.called(agent, to))
      agent = to ?? agent
    }
    this.ask(agent)
    if (this.nets > 0 && this.draw(3) === 0) throw new Failed()
    const value = `v${this.draw(3)}`
    const { outputKey } = agent
    this.append({
      author: agent.name,
      text: value,
      ...(outputKey !== undefined && { actions: { state: { set: { [outputKey]: value } } } }),
    })
  }

  private ask(agent: Agent): void {
    if (this.isPlain && this.isTold) this.asks(agent, this.session)
  }

  private append(...events: EventInput[]): void {
    this.session = this.session.append(...events)
    this.isTold = true
  }

  /** A call, or handing over, and its result. */
  private called(agent: Agent, to: Agent | undefined): EventInput[] {
    const call = { id: `c${this.calls++}`, name: to ? 'transfer_to_agent' : 'f' }
    const args = to ? { agent_name: to.name } : {}
    return [
      { author: agent.name, parts: [{ kind: 'tool-call', ...call, arguments: args }] },
      { author: 'tool', parts: [{ kind: 'tool-result', ...call, content: [] }] },
    ]
  }
}
