/**
 * Browser script for keyboard shortcuts. They work only while a row has the focus, because speech input could trigger
 * single letters elsewhere.
 */
export const keys = `
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target === filter) {
    if (event.key === 'Escape') { filter.value = ''; apply() }
    return
  }
  const now = document.activeElement.closest('details.block')
  if (!now) return
  if (event.key === 'Escape') { now.open = false; now.querySelector('summary').focus(); return }
  if (event.key !== 'j' && event.key !== 'k') return
  const shown = blocks.filter(block => !block.hidden)
  const place = shown.indexOf(now)
  const next = shown[event.key === 'j' ? place + 1 : Math.max(0, place - 1)]
  if (next) { next.querySelector('summary').focus(); next.scrollIntoView({ block: 'nearest' }) }
})
`
