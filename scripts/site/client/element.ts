/** The element with an id, which every page has. */
export function byId<Type extends HTMLElement>(id: string): Type {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`the page has no #${id}`)
  return element as Type
}
