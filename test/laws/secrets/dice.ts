import { parameters } from '../runs.ts'

/** Choices that follow from a seed alone (mulberry32). */
export class Dice {
  /** Returns the choices of a session of a law: `CTXC_LAW_SEED` gives others. */
  static of(session: number, salt = 0): Dice {
    return new Dice(Math.imul(session + 1, 0x9e3779b1) ^ parameters.seed ^ salt)
  }

  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Returns a whole number from 0 to one less than `count`. */
  below(count: number): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count)
  }

  pick<Item>(list: readonly Item[]): Item {
    return list[this.below(list.length)] as Item
  }

  /** Returns some items of a list, each once, in any order. */
  some<Item>(list: readonly Item[], count: number): Item[] {
    const left = [...list]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0] as Item,
    )
  }

  /** Returns a random text over some characters. */
  text(characters: string, length: number): string {
    return Array.from({ length }, () => characters[this.below(characters.length)]).join('')
  }
}
