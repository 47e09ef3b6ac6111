import type { Agent } from '../../core/agent/agent.ts'
import { isObject } from '../../core/ir/json.ts'
import { oneLine, printableJson } from '../../core/text/columns.ts'
import { conversationSettings } from '../../live/declare/live-settings.ts'
import type { Wait } from '../../live/engine/gate.ts'
import type { LiveMessage } from '../../live/engine/message.ts'
import { findProfile } from '../../live/profile/profile.ts'
import { type ReplayedStep, replayLive } from '../../live/session/replay.ts'
import { inputName, readInput } from '../input.ts'
import { exit, type Io, UsageError } from '../io.ts'
import { readModule } from '../module.ts'
import { type CommandOptions, readFormat } from '../options.ts'
import { readRecords } from './read-records.ts'

/** Command-line options of `ctxc live replay`. */
export interface ReplayGiven extends Pick<CommandOptions, 'format' | 'export'> {
  readonly profile?: string
}

/** Runs `ctxc live replay FILE LOG`. Returns the exit code. */
export async function replayCommand(file: string, log: string, given: ReplayGiven, io: Io): Promise<number> {
  const format = readFormat(given, ['pretty', 'json'])
  const { exported } = await readModule(file, given.export, io)
  const agent = exported.program as Agent
  const config = isObject(agent) ? conversationSettings(agent) : null
  if (config === null)
    throw new UsageError(`'${file}' exports no live agent`, 'export the result of live() of ctxc/live')
  const profile = findProfile(config.model, given.profile)
  if (profile === null) throw new UsageError(`there is no profile for '${given.profile ?? config.model}'`)
  const records = readRecords(await readInput(log, io), inputName(log))
  const begin = records[0]?.at ?? 0
  let last: ReplayedStep | undefined
  for (const each of replayLive(agent, profile, records)) {
    const sent = each.effects.flatMap(effect => (effect.type === 'send' ? [effect.message] : []))
    last = each
    const { at, event, state, holds, waits, diagnostics } = each
    const { agent, phase } = state
    if (format === 'json') {
      const line = { at, event, agent, phase, sent, holds, waits, diagnostics }
      io.out(`${printableJson(JSON.stringify(line))}\n`)
    } else for (const line of linesOfStep(each, sent, begin)) io.out(`${line}\n`)
  }
  if (format !== 'json' && last !== undefined)
    for (const line of linesOfModelContext(last)) io.out(`${line}\n`)
  return exit.fine
}

/** Returns the output lines of one replayed event; none if the event had no effect. */
function linesOfStep(
  { at, event, effects, waits, diagnostics }: ReplayedStep,
  sent: readonly LiveMessage[],
  begin: number,
): readonly string[] {
  const notes = diagnostics.map(({ code, message }) => `! ${code} ${message}`)
  const phases = effects.flatMap(effect => {
    if (effect.type === 'transferred') return [`agent ${effect.to}`]
    return effect.type === 'phase' ? [`phase ${effect.to}`] : []
  })
  const said = effects.flatMap(effect => (effect.type === 'said' ? [`${effect.by}: ${effect.text}`] : []))
  const lines = [...said, ...phases, ...sent.flatMap(textsOf), ...notes]
  if (lines.length === 0) return []
  const held = waits
    .filter(each => each.for !== 'connection')
    .map(({ slot, for: wait }) => `waits: ${slot}, for ${waitWords[wait]}`)
  const time = `${((at - begin) / 1_000).toFixed(2).padStart(8)} s  ${event.type}`
  return [time, ...[...lines, ...held].map(line => `            ${oneLine(line)}`)]
}

/** Returns the output lines about the texts that the model has in its context at the end. */
function linesOfModelContext({ holds }: ReplayedStep): readonly string[] {
  const lines = Object.entries(holds).map(([slot, text]) => `            ${oneLine(`${slot}: ${text}`)}`)
  return lines.length === 0 ? [] : ['', 'At the end the model holds:', ...lines]
}

const waitWords: Readonly<Record<Wait, string>> = {
  connection: 'a connection',
  retry: 'the next attempt',
  confirmation: 'the confirmation of an earlier message',
  answer: "the end of the model's answer",
  call: 'the result of a call',
  speech: "the end of the user's speech",
  user: 'what the user sends next',
}

/** Returns the texts of a message to the model, one line for each. */
function textsOf(message: LiveMessage): readonly string[] {
  switch (message.kind) {
    case 'setup':
      return [`-> setup${message.handle === null ? '' : ', resumed'}: ${message.instruction}`]
    case 'update':
      return [
        ...(message.instruction === undefined ? [] : [`-> instruction: ${message.instruction}`]),
        ...(message.tools === undefined ? [] : [`-> tools: ${message.tools.join(', ') || 'none'}`]),
      ]
    case 'context':
      return message.blocks.map(({ slot, text }) => `-> ${slot}: ${text}`)
    case 'remove':
      return [`-> remove ${message.item}`]
    case 'text':
      return [`-> text: ${message.text}`]
    case 'result':
      return [
        `-> result of ${message.name}: ${JSON.stringify(message.value)}`,
        ...message.context.map(({ slot, text }) => `-> ${slot}, inside it: ${text}`),
      ]
    case 'progress':
      return [`-> progress of ${message.name}: ${JSON.stringify(message.value)}`]
    case 'speak':
    case 'cancel':
      return [`-> ${message.kind}`]
  }
}
