import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lines } from './fence.ts'
import { read } from './pages.ts'

/** Returns the anchors of a document, as GitHub makes them from its headings. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Lists the relative links of a page whose target does not exist. */
export function brokenLinks(file: string): string[] {
  const text = read(file)
  const prose = text.replace(/^(`{3,})[\s\S]*?^\1$/gm, fence => '\n'.repeat(lines(fence)))
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(({ 1: link, index }) => {
    const [path = '', anchor] = link!.split('#')
    if (/^[a-z]+:/i.test(path)) return []
    const target = path === '' ? file : join(dirname(file), path)
    const found =
      existsSync(target) && (anchor === undefined || anchorsOf(read(target)).includes(anchor.toLowerCase()))
    return found ? [] : [`${file}:${lines(prose.slice(0, index)) + 1}: no ${link}`]
  })
}
