/** Returns a copy of a class instance with other fields; the app's own object is not changed. */
export const copyOf = <Whole extends object>(whole: Whole, fields: object): Whole =>
  Object.assign(Object.create(Object.getPrototypeOf(whole)), whole, fields)
