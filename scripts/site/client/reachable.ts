/** Puts what scrolls sideways among the stops of the Tab key, because not every browser does. */
export function reachable(): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('.scroll, pre, .tsd-signature')]
  const update = (): void => {
    for (const [index, box] of boxes.entries())
      if (box.scrollWidth > box.clientWidth) {
        box.tabIndex = 0
        if (!box.matches('.scroll')) continue
        // A stop needs a role and a name of its own.
        box.setAttribute('role', 'region')
        box.setAttribute('aria-label', `Table ${index + 1}`)
      } else for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name)
  }
  update()
  addEventListener('resize', update)
}
