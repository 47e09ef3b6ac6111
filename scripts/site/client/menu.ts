import { byId } from './element.ts'

/** Opens the navigation on narrow screens, and shows the current page in it on wide ones. */
export function menu(): void {
  const button = byId<HTMLButtonElement>('menu')
  const navigation = byId('navigation')
  const set = (open: boolean): void => {
    button.setAttribute('aria-expanded', String(open))
    navigation.classList.toggle('open', open)
  }
  button.addEventListener('click', () => set(button.getAttribute('aria-expanded') !== 'true'))
  navigation.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return
    set(false)
    button.focus()
  })
  const current = navigation.querySelector('[aria-current]')
  if (current === null) return
  const [inner, outer] = [current.getBoundingClientRect(), navigation.getBoundingClientRect()]
  if (inner.bottom > outer.bottom) navigation.scrollTop += inner.top - outer.top - outer.height / 2
}
