/** Returns a copy of an object of a class with other fields; the app's own object is not changed. */
export const copyOf = <Whole extends object>(whole: Whole, fields: object): Whole =>
  Object.assign(Object.create(Object.getPrototypeOf(whole)), whole, fields)
