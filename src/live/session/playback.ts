import type { AudioTime } from '../engine/audio-time.ts'
import type { LiveEvent } from '../engine/event.ts'

/** Events to which the playback position of the model's audio is added. */
const timed: ReadonlySet<LiveEvent['type']> = new Set([
  'interrupted',
  'interrupt',
  'speech-started',
  'turn-complete',
])

/** Clock for the playback of the newest audio. Assumes that the audio plays from its first piece without gaps. */
export class PlaybackClock {
  private readonly now: () => number
  private length = 0
  /** Whether the length of some piece is unknown. */
  private isUnknown = false
  private startedAt = 0
  /** Number of milliseconds that were played when the audio was cut off; null if it was not cut off. */
  private cutAt: number | null = null
  private isOver = true

  constructor(now: () => number) {
    this.now = now
  }

  /** Adds a piece of audio. Its length is null if unknown. */
  addAudioPiece(milliseconds: number | null): void {
    if (this.isOver) {
      const end = this.cutAt === null ? this.startedAt + this.length : 0
      this.startedAt = Math.max(this.now(), end)
      this.length = 0
      this.isUnknown = false
      this.cutAt = null
      this.isOver = false
    }
    this.isUnknown ||= milliseconds === null
    this.length += milliseconds ?? 0
  }

  /** Ends the audio of an answer. The next piece belongs to another answer. */
  endAnswerAudio(): void {
    this.isOver = true
  }

  /** Records that the rest of the audio will not be played. */
  cutAudio(): void {
    this.cutAt ??= this.times?.played ?? 0
  }

  /** Length of the newest audio in milliseconds; 0 if unknown. */
  get knownLength(): number {
    return this.isUnknown ? 0 : Math.round(this.length)
  }

  /** Adds the playback times to an event, if this type of event has them. */
  addPlaybackTimes(event: LiveEvent): LiveEvent {
    const { times } = this
    if (times === null || !timed.has(event.type)) return event
    // The audio of a finished answer is only of interest while it still plays.
    const isOld = this.isOver && (event.type === 'turn-complete' || times.played >= times.length)
    return isOld ? event : { ...event, ...times }
  }

  private get times(): AudioTime | null {
    if (this.startedAt === 0) return null
    const elapsed = Math.max(0, Math.round(this.now() - this.startedAt))
    const length = this.knownLength
    return { length, played: Math.min(this.cutAt ?? elapsed, length) }
  }
}
