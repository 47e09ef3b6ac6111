import { type Fields, fieldsOf, listOfShape, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'

/** Beginning of a PNG in base64, up to and including the width and height in its header: 24 bytes. */
const pngStart = /^iVBORw0KGgo[A-Za-z0-9+/]{21}/

/**
 * Returns the larger of a PNG's width and height, or 0 for data that is no PNG. Source: the PNG specification, IHDR.
 */
function largerSideOfPNG(data: string): number {
  const [start] = pngStart.exec(data) ?? []
  if (start === undefined) return 0
  const header = Uint8Array.from(atob(start), character => character.charCodeAt(0))
  const view = new DataView(header.buffer)
  return Math.max(view.getUint32(16), view.getUint32(20))
}

/** Returns the number of pages of a PDF in base64. Page objects that cannot be read are not counted. */
const countPagesOfPDF = (data: string): number =>
  data.startsWith('JVBERi0') ? atob(data).split('/Type /Page\n').length - 1 : 0

/** Checks the size and number of images, and the size of the request body. Source: Anthropic, "Vision" and "Errors". */
export const checkSizes = ({ request, facts, report }: Check): void => {
  const found: { readonly pointer: string; readonly side: number }[] = []
  let bytes = 0
  let pages = 0
  const measureBlock = (block: Fields, pointer: string): void => {
    for (const [at, inner] of listOfShape(block.content).entries())
      measureBlock(fieldsOf(inner), `${pointer}/content/${at}`)
    const data = textOfShape(fieldsOf(block.source).data)
    bytes += data.length + textOfShape(block.text).length
    if (block.type === 'document') pages += countPagesOfPDF(data)
    if (block.type !== 'image') return
    const side = largerSideOfPNG(data)
    found.push({ pointer, side })
    if (side > 8_000)
      report('A34', pointer, 'At least one of the image dimensions exceed max allowed size: 8000 pixels')
    else if (data.length > 10_000_000) report('A34', pointer, 'image exceeds 10 MB maximum')
  }
  for (const [at, message] of listOfShape(request.messages).entries())
    measureBlock(fieldsOf(message), `/messages/${at}`)
  // The models that accept `thinking.type: 'adaptive'` are the models with a window of 1,000,000 tokens.
  const most = facts.thinkingAdaptive ? 600 : 100
  const isLarge = found.length > 20 && found.some(({ side }) => side > 2_000 && side <= 8_000)
  if (found.length > most) report('A35', '/messages', `Too many images: ${found.length} > ${most}`)
  else if (isLarge)
    report(
      'A35',
      '/messages',
      'image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    )
  else if (pages > most) report('A35', '/messages', `A maximum of ${most} PDF pages may be provided`)
  else if (bytes > 32_000_000) report('A35', '/messages', 'Request exceeds the maximum size')
}
