/** Browser script for links: a link opens the row that it points to. Texts with one origin are highlighted together. */
export const jump = `
function open(target) {
  const block = target.closest('details.block')
  if (block) {
    if (block.hidden) showAll()
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
  const piece = event.target.closest('[data-to]')
  const target = piece && document.getElementById(piece.dataset.to)
  if (target) open(target)
})
follow()
for (const kind of ['mouseover', 'mouseout']) document.addEventListener(kind, event => {
  const origin = event.target.closest && event.target.closest('[data-origin]')
  const block = origin && origin.closest('details.block')
  if (!block) return
  for (const other of block.querySelectorAll('[data-origin]'))
    if (other.dataset.origin === origin.dataset.origin) other.classList.toggle('same', kind === 'mouseover')
})
`
