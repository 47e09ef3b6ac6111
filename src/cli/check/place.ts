/** Returns the path of an inner member: `members.0`, `members.0.ways.1.member`. */
export const innerPlace = (place: string, ...steps: readonly (string | number)[]): string =>
  [...(place === '' ? [] : [place]), ...steps].join('.')

/** Whether a path belongs to a member or to one of its inner members. */
export const isInside = (path: string, place: string): boolean =>
  path === place || path.startsWith(place === '' ? '' : `${place}.`)
