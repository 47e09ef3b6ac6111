import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { type Html, html } from './html.ts'

/** Piece of a bar chart. */
export interface BarPiece {
  /** Size in tokens. */
  readonly size: number
  /** CSS class of the piece, which sets its colour. */
  readonly look: string
  /** Id of the page element that a click on the piece shows. */
  readonly to: string
  readonly title: string
}

/** Share of a bar below which a piece is invisible. Neighbouring pieces below it are drawn as one. */
const narrowest = 1 / 500

/**
 * Renders the pieces of a bar. Keyboards and assistive technology need not reach them, because the bar's label and
 * the list below it have the same content.
 */
export function barPieces(pieces: readonly BarPiece[], whole: number): readonly Html[] {
  return joinNarrowPieces(pieces, whole * narrowest).map(
    ({ look, to, size, title }) =>
      html`<i class="${look}" data-to="${to}" style="width:${((size / whole) * 100).toFixed(3)}%" title="${title}: ${formatNumber(size)} tokens"></i>`,
  )
}

/** Joins narrow neighbouring pieces into one, which gets the class of the largest of them. */
function joinNarrowPieces(pieces: readonly BarPiece[], least: number): readonly BarPiece[] {
  const result: BarPiece[] = []
  let open: BarPiece[] = []
  let size = 0
  const closeJoinedPiece = (): void => {
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
    if (piece.size >= least) closeJoinedPiece()
    open.push(piece)
    size += piece.size
    if (size >= least) closeJoinedPiece()
  }
  closeJoinedPiece()
  return result
}
