import { byId } from './element.ts'

/** Lets readers choose a theme, and stores the choice if the browser allows it. */
export function themes(): void {
  const choice = byId<HTMLSelectElement>('theme')
  const { dataset } = document.documentElement
  choice.value = dataset.theme ?? 'os'
  choice.addEventListener('change', () => {
    dataset.theme = choice.value
    try {
      localStorage.setItem('theme', choice.value)
    } catch {} // a browser may keep nothing for pages of a folder
  })
}
