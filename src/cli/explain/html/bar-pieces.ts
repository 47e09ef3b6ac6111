import { counted, grouped } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

/** Piece of a bar. */
export interface BarPiece {
  /** Size in tokens. */
  readonly size: number
  /** Class that sets its look. */
  readonly look: string
  /** Id of the element that a click shows. */
  readonly to: string
  readonly title: string
}

/** Share of a bar below which nobody sees a piece: neighbours are drawn together. */
const narrowest = 1 / 500

/**
 * Renders the pieces of a bar. A bar is a picture: its label and the list below it hold the same for a keyboard and for
 * assistive technology, so its pieces are no links.
 */
export function barPieces(pieces: readonly BarPiece[], whole: number): readonly Html[] {
  return joined(pieces, whole * narrowest).map(
    ({ look, to, size, title }) =>
      html`<i class="${look}" data-to="${to}" style="width:${((size / whole) * 100).toFixed(3)}%" title="${title}: ${grouped(size)} tokens"></i>`,
  )
}

/** Joins narrow pieces with their neighbours; the largest gives the look. */
function joined(pieces: readonly BarPiece[], least: number): readonly BarPiece[] {
  const result: BarPiece[] = []
  let open: BarPiece[] = []
  let size = 0
  const close = (): void => {
    const [first] = open
    if (first === undefined) return
    const largest = open.reduce((most, piece) => (piece.size > most.size ? piece : most), first)
    result.push(
      open.length === 1
        ? first
        : { ...largest, size, title: `${counted(open.length, 'block')} from ${first.title}` },
    )
    open = []
    size = 0
  }
  for (const piece of pieces) {
    if (piece.size >= least) close()
    open.push(piece)
    size += piece.size
    if (size >= least) close()
  }
  close()
  return result
}
