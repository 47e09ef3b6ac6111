import { classOf } from './chars.ts'

/** Maximum length of a run of one alphabet that a rule reads. */
const longestRun = 8192

/**
 * Range of characters of one alphabet that was already read. It is cached, so that no rule reads it again for this
 * alphabet.
 */
interface Run {
  start: number
  end: number
}

/**
 * Text that a rule may read further than the walk has come. The reader records whether a rule reached the end of an
 * unfinished text, because more text could then change what the rule finds.
 */
export class AheadReader {
  text = ''
  /** End of the last find. Rules cannot read the text before this index. */
  floor = 0
  /** Whether the text is complete. */
  final = true
  /** Whether a rule reached the end of an incomplete text since the last reset. */
  touched = false
  /** Number of characters that rules read. Tests use it to prove that the work is linear. */
  steps = 0
  private readonly runs = new Map<number, Run>()

  /** Returns the UTF-16 unit at an index; -1 outside the text that rules may read. */
  at(index: number): number {
    this.steps++
    if (index >= this.text.length) {
      this.touched ||= !this.final
      return -1
    }
    return index < this.floor ? -1 : this.text.charCodeAt(index)
  }

  /** Whether the character at a place is in an alphabet. */
  isInAlphabet(index: number, alphabet: number): boolean {
    const code = this.at(index)
    return code >= 0 && (classOf(code) & alphabet) !== 0
  }

  /** Returns the end of the run of an alphabet's characters at `from`, at most `most` characters later. */
  runEnd(from: number, alphabet: number, most: number = longestRun): number {
    const { text } = this
    const limit = Math.min(text.length, from + most)
    let run = this.runs.get(alphabet)
    if (run === undefined) {
      run = { start: 0, end: 0 }
      this.runs.set(alphabet, run)
    }
    const known = from >= run.start && from < run.end
    let end = known ? run.end : from
    const begun = end
    while (end < limit && classOf(text.charCodeAt(end)) & alphabet) end++
    this.steps += end - begun + 1
    if (!known) run.start = from
    run.end = end
    if (end > limit) return limit
    if (end === text.length && end < from + most) this.touched ||= !this.final
    return end
  }

  /** Returns the end of a run of an alphabet, at most `most` characters later. Unlike `runEnd`, it caches nothing. */
  shortRunEnd(from: number, alphabet: number, most: number): number {
    let end = from
    while (end - from < most && this.isInAlphabet(end, alphabet)) end++
    return end
  }

  /** Returns the beginning of the run of an alphabet's characters before `to`, at most `most` characters earlier. */
  runStart(to: number, alphabet: number, most: number): number {
    let start = to
    while (start > this.floor && to - start < most && this.isInAlphabet(start - 1, alphabet)) start--
    return start
  }

  /** Returns the text before an index, at most `most` characters. */
  before(index: number, most: number): string {
    this.steps += most
    return this.text.slice(Math.max(this.floor, index - most), index)
  }

  /** Whether the text at an index begins with an expected text. */
  hasAt(index: number, expected: string): boolean {
    for (let at = 0; at < expected.length; at++)
      if (this.at(index + at) !== expected.charCodeAt(at)) return false
    return true
  }

  /** Removes the first characters of the text, and shifts all places by that number. */
  drop(count: number): void {
    this.text = this.text.slice(count)
    this.floor = Math.max(0, this.floor - count)
    this.runs.clear()
  }

  /** Adds text at the end. */
  append(chunk: string): void {
    this.text += chunk
    this.runs.clear()
  }
}
