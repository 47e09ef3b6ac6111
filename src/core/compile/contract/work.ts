import type { Counter } from '../../count/counter.ts'

/**
 * Amount of work of a compile. Tests can check it to limit the cost without a clock. The work depends on the budget and
 * on the changes since the last compile, not on the length of the history.
 */
export interface Work {
  /** Units of the history that were prepared and written for the target. */
  readonly unitsVisited: number
  /** Length of the text whose tokens were counted, in UTF-16 units. */
  readonly charsCounted: number
  /** Number of recorded origins, about one for each written string. */
  readonly leavesEmitted: number
  /** Number of index entries that the searches of a policy read: at most 20,000 for each search. */
  readonly postingsWalked: number
  /** Number of positions in the history that were visited to find the units that a policy may show. */
  readonly placesWalked: number
}

/** Returns the sum of the work of two runs. */
export const sumWork = (work: Work, before: Work | null): Work =>
  before === null
    ? work
    : {
        unitsVisited: work.unitsVisited + before.unitsVisited,
        charsCounted: work.charsCounted + before.charsCounted,
        leavesEmitted: work.leavesEmitted + before.leavesEmitted,
        postingsWalked: work.postingsWalked + before.postingsWalked,
        placesWalked: work.placesWalked + before.placesWalked,
      }

/** Counter of the work that compiles do. */
export class Meter {
  units = 0
  postings = 0
  places = 0
  private isFirst = true
  private characters = 0
  private before = { units: 0, characters: 0, noted: 0, postings: 0, places: 0 }

  /**
   * Starts the measurement of a compile. The first measurement includes the work of writing the head of the request.
   */
  beginMeasuring({ noted }: { readonly noted: number }): void {
    if (this.isFirst) this.isFirst = false
    else {
      const { units, characters, postings, places } = this
      this.before = { units, characters, noted, postings, places }
    }
  }

  /** Returns a token counter that also records the length of the texts that it counts. */
  meterCounter(counter: Counter): Counter {
    return {
      ...counter,
      text: text => {
        this.characters += text.length
        return counter.text(text)
      },
      file: (part, detail) => {
        if (part.source.type === 'text') this.characters += part.source.text.length
        return counter.file(part, detail)
      },
    }
  }

  /** Returns the work done since the compile began. */
  readWork({ noted }: { readonly noted: number }): Work {
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
