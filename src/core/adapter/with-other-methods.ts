/**
 * Returns an object with other methods, and everything else unchanged: its class may have private fields, so its own methods
 * are called on the object itself.
 */
export const withOtherMethods = <Whole extends object>(
  whole: Whole,
  methods: Readonly<Record<string | symbol, unknown>>,
): Whole =>
  new Proxy(whole, {
    get: (target, name) => {
      if (Object.hasOwn(methods, name)) return methods[name]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' && name !== 'constructor' ? value.bind(target) : value
    },
  })
