// One call: a client, a live agent and a fake model that talk at the pace of people.
import { setTimeout as sleep } from 'node:timers/promises'
import { type LiveConversation, type SteeringMode, startLive } from '../../src/live/index.ts'
import type { Certificate } from '../../src/live/test/clients/certificate.ts'
import type { Client } from '../../src/live/test/clients/clients.ts'
import { fakeRandom } from '../../src/live/test/simulation/random.ts'
import { type LiveServer, type ModelAction, serveLive } from '../../src/testing/live/index.ts'
import { hostOf, phases, toolsOf } from './host.ts'
import { missing } from './missing.ts'

/** Length of a frame in milliseconds of audio, and the audio of a frame of the user and of the model. */
const pace = 40
const [userAudio, modelAudio] = ['AAAA', 'AQID'].map(text => text.repeat(160)) as [string, string]

/** Maximum milliseconds until the model has everything that it should have, while nobody speaks. */
const settled = 5_000

export class Call {
  readonly name: string
  readonly counts = {
    turns: 0,
    changes: 0,
    calls: 0,
    cuts: 0,
    moves: 0,
    sent: 0,
    heard: 0,
    said: 0,
    played: 0,
  }
  /** Descriptions of all faults. */
  readonly problems: string[] = []
  lost = 0
  private readonly client: Client
  private readonly random
  private readonly server: LiveServer
  private readonly talk: LiveConversation
  private readonly microphone
  private isOver = false
  private cutSoFar = 0

  static async start(client: Client, mode: SteeringMode, tls: Certificate, seed: number): Promise<Call> {
    return new Call(client, mode, await serveLive(client.fake, client.needsTls ? { tls } : {}), tls, seed)
  }

  private constructor(
    client: Client,
    mode: SteeringMode,
    server: LiveServer,
    tls: Certificate,
    seed: number,
  ) {
    this.name = `${client.name}, ${mode}`
    this.client = client
    this.server = server
    this.random = fakeRandom(seed)
    const { setup } = client
    this.talk = startLive(hostOf(client.model, mode), {
      connect: client.connect(server, tls),
      ...(setup && { setup }),
    })
    this.microphone = setInterval(() => {
      this.counts.sent++
      this.talk.sendAudio(userAudio)
    }, pace)
    void this.listen()
  }

  private async listen(): Promise<void> {
    for await (const report of this.talk)
      if (report.type === 'audio') this.counts.played++
      else if (report.type === 'ended' && !this.isOver) this.problems.push(`it ended: ${report.reason}`)
  }

  /** Runs the conversation until a given time, and then checks everything that the fake recorded. */
  async run(end: number): Promise<void> {
    await this.until(() => this.isConnected)
    while (Date.now() < end) {
      await this.turn()
      this.counts.turns++
      if (this.counts.turns % 3 === 0) await this.rest()
    }
    await this.rest()
    this.stop()
    for (const connection of this.server.connections) {
      const { violations } = connection.view()
      this.problems.push(...violations.map(({ rule, detail }) => `broken rule ${rule}: ${detail}`))
    }
    this.noteCuts('at the end')
    await this.server.close()
  }

  get broken(): number {
    return this.server.connections.flatMap(connection => connection.view().violations).length
  }

  get cutByUs(): number {
    const all = this.server.connections.flatMap(connection => connection.view().interruptions)
    return all.filter(({ by }) => by !== 'user-speech' && by !== 'model').length
  }

  /** Records the answers that our client interrupted since the last check. */
  private noteCuts(moment: string): void {
    const before = this.cutSoFar
    this.cutSoFar = this.cutByUs
    if (this.cutSoFar > before)
      this.problems.push(`turn ${this.counts.turns}: an answer was cut off by us ${moment}`)
  }

  private stop(): void {
    this.isOver = true
    clearInterval(this.microphone)
    this.talk.stop()
  }

  private get isConnected(): boolean {
    const newest = this.server.connections.at(-1)
    return newest !== undefined && !newest.closed && newest.view().instruction !== undefined
  }

  private get hasTurns(): boolean {
    return this.client.model !== 'gpt-live-1'
  }

  private act(...actions: readonly (ModelAction | ModelAction['type'])[]): void {
    for (const action of actions)
      this.server.act(typeof action === 'string' ? ({ type: action } as ModelAction) : action)
  }

  private readonly chance = (share: number): boolean => this.random.next() < share
  private readonly between = (least: number, most: number): number =>
    least + this.random.next() * (most - least)
  private pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random.next() * items.length)] as Item
  }

  private async until(check: () => boolean, most = 30_000): Promise<boolean> {
    const end = Date.now() + most
    while (!check() && Date.now() < end) await sleep(5)
    return check()
  }

  /** Changes the state about once in three turns, while the user or the model speaks. */
  private maybeChange(): void {
    if (!this.chance(0.08)) return
    this.counts.changes++
    const values = [
      { guests: Math.ceil(this.between(0, 9)) },
      { urgent: this.chance(0.5) },
      { wants: this.pick(Object.keys(phases)) },
    ]
    this.talk.set(this.pick(values))
  }

  private async turn(): Promise<void> {
    // The user speaks.
    this.act('user-speech-start')
    await this.pass(this.between(400, 2_000), 'while the user spoke')
    this.act({ type: 'user-speech-stop', transcript: `Question ${this.counts.turns}.` })
    await this.pass(this.between(100, 500), 'before its first word')
    if (this.chance(0.25) && !(await this.call())) return
    // The model answers, unless the user interrupts it.
    const isCut = await this.speak(this.between(400, 2_500), this.chance(0.2))
    if (isCut) return
    this.act('turn-complete')
    if (this.client.model.startsWith('gemini')) this.act({ type: 'handle', resumable: true })
    await this.pass(this.between(200, 1_500), 'while nobody spoke')
    if (this.chance(0.15)) await this.move()
  }

  /** Lets time pass, during which the state may change. */
  private async pass(time: number, moment: string): Promise<void> {
    await sleep(time / 2)
    this.maybeChange()
    await sleep(time / 2)
    this.noteCuts(moment)
  }

  /** Lets the model speak, and returns whether the user interrupted it. */
  private async speak(time: number, isCut: boolean): Promise<boolean> {
    for (let spent = 0; spent < time; spent += pace) {
      this.act({ type: 'say', text: 'Yes. ', audio: modelAudio })
      this.counts.said++
      await sleep(pace)
      if (spent % 400 === 0) this.maybeChange()
    }
    this.noteCuts('while it was spoken')
    if (!isCut) return false
    this.counts.cuts++
    this.act('user-speech-start', ...(this.hasTurns ? [] : ['interrupt' as const]))
    await sleep(this.between(300, 1_000))
    this.act({ type: 'user-speech-stop', transcript: 'Wait.' })
    await this.speak(400, false)
    this.act('turn-complete')
    return true
  }

  /** Lets the model call a tool. Returns whether the model continues with the result. */
  private async call(): Promise<boolean> {
    const names = toolsOf(this.client.model, this.talk.phase ?? '')
    this.counts.calls++
    const id = `call_${this.counts.calls}`
    this.act({ type: 'call', id, name: this.pick(names.length > 0 ? names : ['find_slot']), args: {} })
    if (this.client.model === 'gpt-realtime') this.act('turn-complete')
    const newest = this.server.connections.at(-1)
    const isAnswered = await this.until(() => newest?.view().openCalls.length === 0, settled)
    if (!isAnswered) this.problems.push(`${id} was not answered`)
    if (isAnswered && this.hasTurns && !(await this.until(() => newest?.view().answering === true, settled)))
      this.problems.push(`the model was not asked to go on after ${id}`)
    return isAnswered
  }

  /** Ends the connection. Gemini sometimes announces the end. */
  private async move(): Promise<void> {
    this.counts.moves++
    const { length } = this.server.connections
    const isAnnounced = this.client.model.startsWith('gemini') && this.chance(0.7)
    this.act(isAnnounced ? { type: 'go-away', timeLeft: 10_000 } : { type: 'drop' })
    const isBack = await this.until(() => this.server.connections.length > length && this.isConnected)
    if (!isBack) this.problems.push('there was no other connection')
    await sleep(this.between(100, 500))
  }

  /** Compares the texts that the model has with those that it should have, while nobody speaks. */
  private async rest(): Promise<void> {
    const newest = () => this.server.connections.at(-1)
    const problems = (): readonly string[] => {
      const connection = newest()
      return connection === undefined
        ? ['no connection']
        : missing(this.client.model, this.talk, connection.view())
    }
    if (!(await this.until(() => problems().length === 0, settled))) {
      this.lost++
      this.problems.push(...problems())
    }
    this.forget()
  }

  /** Counts the frames that the fake recorded, and drops them, so that the heap holds only the conversation. */
  private forget(): void {
    for (const { received, outputs } of this.server.connections) {
      this.counts.heard += received.length
      for (const recorded of [received, outputs] as unknown[][]) recorded.length = 0
    }
  }
}
