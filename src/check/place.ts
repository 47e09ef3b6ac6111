/** The path of what a member holds: `members.0`, `members.0.ways.1.member`. */
export const within = (place: string, ...steps: readonly (string | number)[]): string =>
  [...(place === '' ? [] : [place]), ...steps].join('.')
