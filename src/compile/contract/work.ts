import type { Counter } from '../../count/counter.ts'

/**
 * Amount of work of a compile, so that its cost can be asserted where a clock could not: it is bound by the budget
 * and by what changed, not by how long the history is.
 */
export interface Work {
  /** Units of history that were lowered and written for the target. */
  readonly unitsVisited: number
  /** UTF-16 units of text that were counted. */
  readonly charsCounted: number
  /** Origins that were noted, about one for each string that was written. */
  readonly leavesEmitted: number
  /** Entries of word lists that searches of a policy walked: at most 20,000 each. */
  readonly postingsWalked: number
  /** Places of the history that were gone to, from one that a policy may show to the next. */
  readonly placesWalked: number
}

/** Two runs together. */
export const plusWork = (work: Work, before: Work | null): Work =>
  before === null
    ? work
    : {
        unitsVisited: work.unitsVisited + before.unitsVisited,
        charsCounted: work.charsCounted + before.charsCounted,
        leavesEmitted: work.leavesEmitted + before.leavesEmitted,
        postingsWalked: work.postingsWalked + before.postingsWalked,
        placesWalked: work.placesWalked + before.placesWalked,
      }

/** Work that is being done. */
export class Meter {
  units = 0
  postings = 0
  places = 0
  private isFirst = true
  private characters = 0
  private before = { units: 0, characters: 0, noted: 0, postings: 0, places: 0 }

  /** Begins to measure another compile. The first one includes the writing of the head. */
  begin({ noted }: { readonly noted: number }): void {
    if (this.isFirst) this.isFirst = false
    else {
      const { units, characters, postings, places } = this
      this.before = { units, characters, noted, postings, places }
    }
  }

  /** A counter that says how much text it was given. */
  over(counter: Counter): Counter {
    return {
      ...counter,
      text: text => {
        this.characters += text.length
        return counter.text(text)
      },
      file: part => {
        if (part.source.type === 'text') this.characters += part.source.text.length
        return counter.file(part)
      },
    }
  }

  /** Returns the work done since the compile began. */
  read({ noted }: { readonly noted: number }): Work {
    const { before } = this
    return {
      unitsVisited: this.units - before.units,
      charsCounted: this.characters - before.characters,
      leavesEmitted: noted - before.noted,
      postingsWalked: this.postings - before.postings,
      placesWalked: this.places - before.places,
    }
  }
}
