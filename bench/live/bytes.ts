import type { SteeringMode } from '../../src/live/index.ts'
import { agentsRealtime } from './agents-realtime.ts'
import { idleFrames, leastBytes, readBytes } from './bound.ts'
import { ours } from './ours.ts'
import { rsAdk } from './rs-adk.ts'
import { paces } from './scenario.ts'
import { bytesIn, framesOf, type Sent } from './sent.ts'

/** Steering of an hour. */
export interface HourRow {
  readonly pace: string
  readonly way: string
  readonly mode: string
  readonly frames: number
  readonly bytes: number
  /** Bytes of the texts in the frames, with tags and fences. */
  readonly read: number
  /** Frames in turns without a change. */
  readonly idle: number
  /** Fewest bytes that the mode needs; null for ways that are not ours. */
  readonly least: number | null
}

const modes: readonly SteeringMode[] = ['instruction-update', 'context-injection', 'hybrid']

export async function hours(): Promise<HourRow[]> {
  const rows: HourRow[] = []
  for (const { name: pace, every } of paces) {
    const add = (way: string, mode: string, sent: readonly Sent[], least: number | null): void => {
      const figures = { frames: framesOf(sent), bytes: bytesIn(sent), read: readBytes(sent) }
      rows.push({ pace, way, mode, ...figures, idle: idleFrames(sent, every), least })
    }
    for (const model of ['gemini-3.8-live', 'gpt-realtime'])
      for (const mode of modes)
        add(`ctxc, ${model}`, mode, await ours(model, mode, every), leastBytes(mode, every))
    for (const mode of modes) add('rs-adk (described)', mode, rsAdk(mode, every), null)
    add('agents-realtime', 'updateAgent on a change', await agentsRealtime(every, false), null)
    add('agents-realtime', 'updateAgent each turn', await agentsRealtime(every, true), null)
  }
  return rows
}
