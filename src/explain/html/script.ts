/** Script of the page: filter, jump and keys. Blocks open without it. It writes no markup. */
export const script = `
const blocks = [...document.querySelectorAll('details.block')]
const filter = document.querySelector('#filter')
const found = document.querySelector('#found')
const chips = [...document.querySelectorAll('button[data-hue]')]
const off = new Set()
const texts = new Map(blocks.map(block => [block, block.textContent.toLowerCase()]))
function apply() {
  const words = filter.value.toLowerCase().trim()
  let shown = 0
  for (const block of blocks) {
    const fits = !off.has(block.dataset.hue) && (words === '' || texts.get(block).includes(words))
    block.hidden = !fits
    if (fits) shown++
  }
  for (const gap of document.querySelectorAll('.gap')) gap.hidden = words !== '' || off.size > 0
  found.textContent = shown === blocks.length ? '' : shown + ' of ' + blocks.length
}
filter.addEventListener('input', apply)
for (const chip of chips) chip.addEventListener('click', () => {
  const hue = chip.dataset.hue
  const pressed = off.delete(hue)
  if (!pressed) off.add(hue)
  chip.setAttribute('aria-pressed', String(pressed))
  apply()
})
function open(target) {
  const block = target.closest('details.block')
  if (block) {
    if (block.hidden) { filter.value = ''; off.clear(); for (const chip of chips) chip.setAttribute('aria-pressed', 'true'); apply() }
    block.open = true
  }
  const focus = target === block ? block.querySelector('summary') : target
  focus.focus({ preventScroll: true })
  target.scrollIntoView({ block: target === block ? 'start' : 'nearest', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' })
}
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target) open(target)
}
addEventListener('hashchange', follow)
document.addEventListener('click', event => {
  const link = event.target.closest('a[href^="#"]')
  if (link && link.getAttribute('href') === location.hash) follow()
})
follow()
for (const kind of ['mouseover', 'mouseout']) document.addEventListener(kind, event => {
  const origin = event.target.closest && event.target.closest('[data-origin]')
  const block = origin && origin.closest('details.block')
  if (!block) return
  for (const other of block.querySelectorAll('[data-origin]'))
    if (other.dataset.origin === origin.dataset.origin) other.classList.toggle('same', kind === 'mouseover')
})
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target === filter) {
    if (event.key === 'Escape') { filter.value = ''; apply(); filter.blur() }
    return
  }
  if (event.key === '/') { event.preventDefault(); filter.focus(); return }
  if (event.key !== 'j' && event.key !== 'k' && event.key !== 'Escape') return
  const shown = blocks.filter(block => !block.hidden)
  const now = document.activeElement.closest('details.block')
  if (event.key === 'Escape') { if (now) { now.open = false; now.querySelector('summary').focus() } return }
  const place = shown.indexOf(now)
  const next = shown[event.key === 'j' ? place + 1 : Math.max(0, place - 1)]
  if (next) { next.querySelector('summary').focus(); next.scrollIntoView({ block: 'nearest' }) }
})
`
