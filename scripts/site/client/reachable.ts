/** Puts what scrolls sideways among the stops of the Tab key: not every browser does. */
export function reachable(): void {
  const update = (): void => {
    for (const box of document.querySelectorAll<HTMLElement>('.scroll, pre, .tsd-signature'))
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
      else box.removeAttribute('tabindex')
  }
  update()
  addEventListener('resize', update)
}
