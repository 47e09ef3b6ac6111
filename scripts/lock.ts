/** Part of package-lock.json. */
export interface Lock {
  readonly packages: Record<
    string,
    {
      readonly version?: string
      readonly name?: string
      readonly integrity?: string
      readonly link?: boolean
    }
  >
}

/** Returns the paths of packages that npm installs without verifying their contents. */
export const withoutIntegrity = ({ packages }: Lock): readonly string[] =>
  Object.entries(packages).flatMap(([path, { link, integrity }]) =>
    path === '' || link === true || integrity?.startsWith('sha512-') ? [] : [path],
  )

/** Returns the name of a package. For an alias (`npm:other@1`), the lock has the name next to the path. */
export const nameOf = (path: string, { name }: { readonly name?: string }): string =>
  name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
