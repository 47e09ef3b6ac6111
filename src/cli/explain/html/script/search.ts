/**
 * Browser script for search and filter. It lists the sent and dropped rows that contain a text, with the surrounding
 * words. A row says so if only its input messages contain the text.
 */
export const search = `
const found = document.querySelector('#found')
const chips = [...document.querySelectorAll('button[data-hue]')]
const off = new Set()
const texts = new Map()
const around = 60
const mostExcerpts = 300
const missing = [...document.querySelectorAll('[data-missing]')].reduce((sum, line) => sum + Number(line.dataset.missing), 0)
const textOf = element => {
  const known = texts.get(element)
  if (known) return known
  const text = element.textContent
  texts.set(element, { text, lower: text.toLowerCase() })
  return texts.get(element)
}
// As it is written, and as JSON writes it in a string.
const formsOf = words => [...new Set([words, JSON.stringify(words).slice(1, -1)])]
const holds = (element, forms) => forms.some(form => textOf(element).lower.includes(form))
function excerptOf(block, forms) {
  const sent = block.querySelector('.as-sent')
  const isSent = sent && [...sent.querySelectorAll('pre')].some(pre => holds(pre, forms))
  const pre = [...(isSent ? sent : block).querySelectorAll('pre')].find(pre => holds(pre, forms))
  if (!pre) return ''
  const { text, lower } = textOf(pre)
  const form = forms.find(form => lower.includes(form))
  const at = lower.indexOf(form)
  const [from, to] = [Math.max(0, at - around), Math.min(text.length, at + form.length + around)]
  const excerpt = (from > 0 ? '\u2026' : '') + text.slice(from, to).replace(/\\s+/g, ' ') + (to < text.length ? '\u2026' : '')
  return (sent && !isSent ? 'Not in the text as sent: ' : '') + excerpt
}
function apply() {
  const words = filter.value.toLowerCase().trim()
  const forms = formsOf(words)
  const isWhole = words === '' && off.size === 0
  const counts = { sent: 0, dropped: 0 }
  let excerpts = 0
  for (const line of document.querySelectorAll('.hit')) line.remove()
  for (const run of document.querySelectorAll('.run')) run.hidden = !isWhole
  for (const gap of document.querySelectorAll('.gap')) gap.hidden = !isWhole
  for (const block of blocks) {
    const fits = !off.has(block.dataset.hue) && (words === '' || holds(block, forms))
    block.hidden = !fits
    if (!fits) continue
    block.closest('.run').hidden = false
    counts[block.classList.contains('dropped') ? 'dropped' : 'sent']++
    const excerpt = words !== '' && excerpts < mostExcerpts ? excerptOf(block, forms) : ''
    if (excerpt === '') continue
    excerpts++
    const line = document.createElement('span')
    line.className = 'hit'
    line.textContent = excerpt
    block.querySelector('summary').append(line)
  }
  const rest = missing > 0 ? '; ' + missing.toLocaleString('en') + ' units are not on this page' : ''
  found.textContent = isWhole ? '' : counts.sent + ' sent, ' + counts.dropped + ' dropped' + rest
}
if (filter) {
  document.querySelector('.controls').hidden = false
  filter.addEventListener('input', apply)
}
for (const chip of chips) chip.addEventListener('click', () => {
  const { hue } = chip.dataset
  const pressed = off.delete(hue)
  if (!pressed) off.add(hue)
  chip.setAttribute('aria-pressed', String(pressed))
  apply()
})
function showAll() {
  filter.value = ''
  off.clear()
  for (const chip of chips) chip.setAttribute('aria-pressed', 'true')
  apply()
}
`
