// Performs a schedule, with runners of one store and every action from outside.
import { expect } from 'vitest'
import { createRunner, type Runner } from '../../../../run.ts'
import type { SessionKey } from '../../../store/index.ts'
import { withoutLeases } from '../pains/setting.ts'
import { type Action, posts, type Schedule, type Until } from './actions.ts'
import { clientOf, type DeckAnswer } from './answers.ts'
import { programOf } from './program.ts'
import { type LoggedCall, LogReading } from './read-log.ts'
import { textOf, World } from './world.ts'

const ada: SessionKey = { owner: { app: 'test', user: 'ada' }, id: 's1' }
export const eve: SessionKey = { owner: { app: 'test', user: 'eve' }, id: 's1' }

const noCall = '99.0'

/** Runners that perform a schedule. */
export class Performance {
  readonly world = new World()
  /** Sessions of Ada: the first session, and its forks. */
  readonly keys: SessionKey[] = [ada]
  readonly sent: string[] = []
  /** Runners in use. */
  readonly runners: Runner[]
  private readonly schedule: Schedule
  private readonly deck: DeckAnswer[]
  private made = 0
  private words = 0

  constructor(schedule: Schedule) {
    this.schedule = schedule
    this.deck = [...schedule.deck]
    this.runners = Array.from({ length: schedule.runners }, () => this.newRunner())
  }

  private newRunner(): Runner {
    const { world, schedule, deck } = this
    const client = clientOf(world, deck)
    const number = this.made++
    let ids = 0
    return createRunner({
      program: programOf(schedule.shape, world, number),
      store: schedule.isLeased ? world.storeOf(number) : withoutLeases(world.storeOf(number)),
      models: () => client,
      limits: { steps: 8 },
      now: () => world.now,
      sharing: { pollInterval: 5 },
      generateId: () => `r${number}.${ids++}`,
    })
  }

  async log(key: SessionKey = ada): Promise<LogReading> {
    return new LogReading(await this.world.eventsOf(key))
  }

  async perform(): Promise<void> {
    for (const action of this.schedule.actions) {
      await this.act(action)
      await this.world.settle()
    }
    await this.drain()
    for (let round = 0; this.schedule.isClosed && round < 20; round++) if (!(await this.denyAll())) break
  }

  /** Releases all waiting models and tools, until nothing is left to do. */
  async drain(): Promise<void> {
    for (const runner of this.runners)
      for (const key of this.keys) {
        this.resume(runner, key)
        await this.openAll()
      }
    for (const runner of this.runners) for (const key of this.keys) this.resume(runner, key)
    await this.openAll()
  }

  private resume(runner: Runner, key: SessionKey): void {
    if (this.world.lengthOf(textOf(key)) > 0) this.follow(runner.resume(key))
  }

  private async openAll(): Promise<void> {
    await this.world.settle()
    for (let doors = 0; this.world.isWaiting; doors++) {
      if (doors > 500) throw new Error('the session never comes to rest')
      this.world.open(0)
      await this.world.settle()
    }
  }

  private async denyAll(): Promise<boolean> {
    let isAny = false
    for (const key of this.keys) {
      const log = await this.log(key)
      for (const { place } of log.calls.filter(call => log.isWaiting(call.place))) {
        const denied = await this.settled(this.first.deny(key, place, { by: 'Zoe' }))
        isAny ||= denied
      }
    }
    await this.drain()
    return isAny
  }

  private get first(): Runner {
    return this.runners[0] as Runner
  }

  private runnerOf({ runner }: Action): Runner {
    return this.runners[runner % this.runners.length] as Runner
  }

  /** If a runner is stopped, the outcomes of its followers reject. */
  private follow({ outcome }: { readonly outcome: Promise<unknown> }): void {
    outcome.catch(() => {})
  }

  /** Whether a promise resolves without a release of any waiting model or tool. */
  private async settled(work: Promise<unknown>): Promise<boolean> {
    let state: 'open' | 'resolved' | 'rejected' = 'open'
    work.then(
      () => (state = 'resolved'),
      () => (state = 'rejected'),
    )
    await this.world.settle()
    expect(state).not.toBe('open')
    return (state as string) === 'resolved'
  }

  private newText(): string {
    return `ada-${++this.words}`
  }

  private async act(action: Action): Promise<void> {
    const runner = this.runnerOf(action)
    switch (action.kind) {
      case 'open':
        return this.world.open(action.which)
      case 'send': {
        const text = this.newText()
        if (await this.settled(runner.send(ada, text, { interrupt: action.interrupt }))) this.sent.push(text)
        return
      }
      case 'run':
        return this.run(runner, action)
      case 'resume':
        return this.resume(runner, ada)
      case 'cancel':
        if (this.world.lengthOf(textOf(ada)) === 0) return
        expect(await this.settled(runner.cancel(ada, { why: 'enough' }))).toBe(true)
        return
      case 'restart':
        return this.restart(action)
      case 'wait':
        this.world.now += 100
        return
      case 'decide':
        return this.decide(runner, action)
      case 'answer':
        return this.answer(runner, action)
      case 'rewind':
        return this.rewind(runner, action.which)
      case 'edit':
        return this.edit(runner, action)
      case 'fork':
        return this.fork(runner, action.which)
      case 'other owner':
        return this.asEve(runner)
      case 'post':
        return this.post(runner, action.which)
    }
  }

  private run(runner: Runner, { isMessage, isAborted }: Action & { readonly kind: 'run' }): void {
    const text = this.newText()
    const signal = isAborted ? AbortSignal.abort() : undefined
    const stream = runner.run(ada, {
      ...(isMessage && { message: text }),
      ...(signal && { signal }),
      state: { note: 7 },
    })
    this.follow(stream)
    if (isMessage) this.sent.push(text)
  }

  private async restart(action: Action): Promise<void> {
    // The half of an answer that a stop leaves also counts as an answer.
    if (this.world.halted > 0) return
    const index = action.runner % this.runners.length
    await this.runners[index]?.stop()
    const next = this.newRunner()
    this.runners[index] = next
    await next.recover()
  }

  private async decide(runner: Runner, action: Action & { readonly kind: 'decide' }): Promise<void> {
    const log = await this.log()
    const { isWaiting, approve, until, twice, isEdit } = action
    const waiting = log.calls.filter(({ place }) => log.isWaiting(place))
    const call = this.callOf(isWaiting ? waiting : log.calls, action)
    const options = {
      ...{ by: 'Zoe', ...this.untilOf(until) },
      ...(isEdit && approve && { arguments: { sum: 700 + action.which } }),
    }
    const given = () => (approve ? runner.approve(ada, call, options) : runner.deny(ada, call, options))
    const decided = await this.settled(given())
    // A decision on a call that does not wait must fail.
    if (decided) expect(waiting.map(({ place }) => place)).toContain(call)
    if (twice && until !== 'past' && (await this.settled(given())))
      expect((await this.log()).marksOf(call).filter(({ run }) => run.waits).length).toBeGreaterThan(1)
  }

  private callOf(calls: readonly LoggedCall[], { which }: { readonly which: number }): string {
    return calls[which % Math.max(1, calls.length)]?.place ?? noCall
  }

  /** Somebody answers a call. Only a call that waits for an answer takes one, and only one that fits, and only one. */
  private async answer(runner: Runner, action: Action & { readonly kind: 'answer' }): Promise<void> {
    const log = await this.log()
    const waiting = log.calls.filter(({ place }) => log.waitsFor(place) === 'answer')
    const call = this.callOf(action.isWaiting ? waiting : log.calls, action)
    const answer = { sum: action.fits ? 40 + action.which : 'many' }
    const given = () => this.settled(runner.answer(ada, call, answer, { by: 'Zoe' }))
    if (!(await given())) return
    const name = waiting.find(({ place }) => place === call)?.name
    expect(name).toBe(action.fits ? (name ?? 'a call that waits') : 'quote')
    if (action.twice) expect(await given()).toBe(false)
  }

  private untilOf(until: Until): { readonly until?: number } {
    if (until === 'never') return {}
    return { until: this.world.now + (until === 'past' ? -1 : 50) }
  }

  /** Rewinds the session to any event, even during a run, like an app in which people edit messages. */
  private async rewind(runner: Runner, which: number): Promise<void> {
    const length = this.world.lengthOf(textOf(ada))
    if (length > 0) await this.settled(runner.rewind(ada, (which * 5) % length))
  }

  /** A message replaces any event and all later ones. A repeated request does so only once. */
  private async edit(runner: Runner, action: Action & { readonly kind: 'edit' }): Promise<void> {
    const length = this.world.lengthOf(textOf(ada))
    if (length === 0) return
    const text = this.newText()
    const rewindTo = (action.which * 5) % length
    const input = { message: text, messageId: `id of ${text}`, rewindTo, interrupt: action.interrupt }
    for (const each of action.twice ? [runner, this.first] : [runner]) this.follow(each.run(ada, input))
    this.sent.push(text)
    await this.world.settle()
    expect(
      (await this.log()).events.filter(event => JSON.stringify(event.parts).includes(`"${text}"`)),
    ).toHaveLength(1)
  }

  /** Forks the session at any of its events. */
  private async fork(runner: Runner, which: number): Promise<void> {
    const length = this.world.lengthOf(textOf(ada))
    const at = which % 2 === 0 ? length : Math.min(length, which * 3)
    if (at === 0 || this.keys.length > 2) return
    const id = `f${this.keys.length}`
    if (!(await this.settled(runner.fork(ada, id, { at })))) return
    const key = { ...ada, id }
    this.keys.push(key)
    this.follow(runner.resume(key))
  }

  /** Another owner calls every method with the id of Ada's session. */
  private async asEve(runner: Runner): Promise<void> {
    const before = await this.world.eventsOf(eve)
    const [call = noCall] = (await this.log()).calls.map(({ place }) => place)
    const isOwn = before.length > 0
    if (!isOwn) {
      expect(await this.settled(runner.approve(eve, call, { by: 'Eve' }))).toBe(false)
      expect(await this.settled(runner.deny(eve, call, { by: 'Eve' }))).toBe(false)
      expect(await this.settled(runner.answer(eve, call, { sum: 1 }, { by: 'Eve' }))).toBe(false)
      expect(await this.settled(runner.cancel(eve))).toBe(false)
      expect(await this.settled(runner.rewind(eve, 0))).toBe(false)
      expect(await this.settled(runner.fork(eve, 'copy'))).toBe(false)
      expect(await this.settled(runner.resume(eve).outcome)).toBe(false)
      expect(await this.world.store.read(eve)).toBeNull()
    }
    this.follow(runner.run(eve, { message: 'eve-1' }))
  }

  private async post(runner: Runner, which: number): Promise<void> {
    const message = posts[which % posts.length] as never
    const before = (await this.log()).messages.length
    expect(() => runner.run(ada, { message })).toThrow(TypeError)
    expect(await this.settled(runner.send(ada, message))).toBe(false)
    expect((await this.log()).messages.length).toBe(before)
  }
}
