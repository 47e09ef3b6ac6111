/** Gets what a module exports, by the name that a declaration gives it. */
export type LoadModule = (
  module: string,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>

/** Names of packages, with a path into them, and files as whole URLs: these mean the same from wherever they are read. */
const named = /^(?:@?[\w][\w.~-]*(?:\/[\w.~-]+)*|file:\/\/\S+)$/

/** What `import()` gives, for packages and files alone: code that stands in the declaration itself is not run. */
export const importModule: LoadModule = async module => {
  if (!named.test(module))
    throw new TypeError(
      `'${module}' is neither a package nor a file: URL: give the option load, which says what it means`,
    )
  return (await import(module)) as Readonly<Record<string, unknown>>
}
