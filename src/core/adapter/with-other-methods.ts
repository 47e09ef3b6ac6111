/**
 * Returns an object with some methods replaced and everything else unchanged. All other methods are called on the
 * original object, because its class may have private fields.
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
