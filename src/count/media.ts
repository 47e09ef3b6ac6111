import { type Count, formula } from '../ir/count.ts'
import type { FilePart } from '../ir/file.ts'
import type { ImageFacts } from '../ir/model.ts'

/** A page of a document: its text (1,500 to 3,000 tokens as Anthropic's PDF guide says) and its picture. */
const page = { estimate: 2_000, max: 3_000 }
/** A document that is elsewhere: its pages are not known, so this is an assumption, not a bound. */
const distantPages = 10
/** Sound: at most ten tokens a second, in no less than 4 kB a second. */
const audioBytesPerToken = { estimate: 1_600, max: 400 }

const base64Bytes = (text: string): number => Math.floor(text.length * 0.75)

/** Pages of a PDF by its page objects; one hidden in compressed streams is taken to need 2 kB a page. */
function pages(data: string): number {
  let bytes: string
  try {
    bytes = atob(data)
  } catch {
    return Math.max(1, Math.ceil(base64Bytes(data) / 2_000))
  }
  const marked = bytes.match(/\/Type\s*\/Page(?![a-zA-Z])/g)?.length ?? 0
  return marked > 0 ? marked : Math.min(100, Math.max(1, Math.ceil(bytes.length / 2_000)))
}

/** The size of a file in tokens, by formula: never exact. */
export function fileCount(part: FilePart, image: ImageFacts, count: (text: string) => Count): Count {
  const { source, mediaType } = part
  if (source.type === 'text') {
    const { estimate, max } = count(source.text)
    return formula(estimate, max)
  }
  if (mediaType.startsWith('image/')) return formula(image.estimate, image.max)
  if (mediaType.startsWith('audio/') && source.type === 'base64') {
    const bytes = base64Bytes(source.data)
    return formula(Math.ceil(bytes / audioBytesPerToken.estimate), Math.ceil(bytes / audioBytesPerToken.max))
  }
  const pageCount = source.type === 'base64' ? pages(source.data) : distantPages
  return formula(pageCount * (page.estimate + image.estimate), pageCount * (page.max + image.max))
}
