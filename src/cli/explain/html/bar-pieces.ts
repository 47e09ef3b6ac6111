import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

/** Piece of a bar. */
export interface BarPiece {
  /** Size in tokens. */
  readonly size: number
  /** CSS class of the piece. */
  readonly look: string
  /** Id of the element that a click on the piece shows. */
  readonly to: string
  readonly title: string
}

/** Share of a bar below which a piece would be invisible: neighbours are then drawn together. */
const narrowest = 1 / 500

/**
 * Renders the pieces of a bar. A bar is a picture: its pieces are no links, because its label and the list below it
 * offer the same content to keyboards and assistive technology.
 */
export function barPieces(pieces: readonly BarPiece[], whole: number): readonly Html[] {
  return joined(pieces, whole * narrowest).map(
    ({ look, to, size, title }) =>
      html`<i class="${look}" data-to="${to}" style="width:${((size / whole) * 100).toFixed(3)}%" title="${title}: ${formatNumber(size)} tokens"></i>`,
  )
}

/** Joins narrow pieces with their neighbours; the joined piece gets the class of the largest. */
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
        : { ...largest, size, title: `${formatCount(open.length, 'block')} from ${first.title}` },
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
