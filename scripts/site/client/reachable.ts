/** Lets the Tab key reach areas that scroll sideways, because not every browser does this. */
export function reachable(): void {
  const boxes = [...document.querySelectorAll<HTMLElement>('.scroll, pre, .tsd-signature')]
  const update = (): void => {
    for (const [index, box] of boxes.entries())
      if (box.scrollWidth > box.clientWidth) {
        box.tabIndex = 0
        if (!box.matches('.scroll')) continue
        // An element that Tab reaches needs a role and a name.
        box.setAttribute('role', 'region')
        box.setAttribute('aria-label', `Table ${index + 1}`)
      } else for (const name of ['tabindex', 'role', 'aria-label']) box.removeAttribute(name)
  }
  update()
  addEventListener('resize', update)
}
