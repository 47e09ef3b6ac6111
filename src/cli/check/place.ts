/** Returns the path of a member inside a group: `members.0`, `members.0.ways.1.member`. */
export const innerPlace = (place: string, ...steps: readonly (string | number)[]): string =>
  [...(place === '' ? [] : [place]), ...steps].join('.')

/** Whether a path belongs to the member at `place`, or to a member inside it. */
export const isInside = (path: string, place: string): boolean =>
  path === place || path.startsWith(place === '' ? '' : `${place}.`)
