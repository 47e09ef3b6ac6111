/** Branch of a member. Inside a `mapOver`, it is a pattern, from which the branch of each item is made. */
export interface BranchPattern {
  /** The branch without the indices of items; empty for the trunk. */
  readonly branch: string
  /**
   * Position of the item's index in the branch, for each `mapOver` around the member, outermost first. A position is
   * the number of names before the index.
   */
  readonly itemsAt: readonly number[]
}

/** Branch of the program itself. */
export const trunk: BranchPattern = { branch: '', itemsAt: [] }

/** Returns the branch of a group's member, from the group's branch and the name of the member's own branch. */
export const branchIn = ({ branch, itemsAt }: BranchPattern, name: string): BranchPattern => ({
  branch: branch === '' ? name : `${branch}.${name}`,
  itemsAt,
})

/** Returns the branch of an item, given the branch pattern of the `mapOver`'s member. */
export const itemBranchIn = ({ branch, itemsAt }: BranchPattern): BranchPattern => ({
  branch,
  itemsAt: [...itemsAt, namesOf(branch).length],
})

/**
 * Returns the branch of the item with these indices (outermost `mapOver` first); without indices, the branch as it is
 * outside all items.
 */
export function branchFor({ branch, itemsAt }: BranchPattern, items: readonly number[]): string {
  if (items.length === 0 || itemsAt.length === 0) return branch
  const names = namesOf(branch)
  const inOrder = itemsAt.map((at, place) => [at, items[place]] as const).reverse()
  for (const [at, item] of inOrder) if (item !== undefined) names.splice(at, 0, String(item))
  return names.join('.')
}

/** Returns the indices of the items that a branch belongs to, such as `0.2`; null if it belongs to no item. */
export function itemsIn({ branch: own, itemsAt }: BranchPattern, branch: string): string | null {
  if (itemsAt.length === 0 || branch.length <= own.length) return null
  const names = namesOf(branch)
  if (names.length !== namesOf(own).length + itemsAt.length) return null
  const items = itemsAt.map((at, place) => names[at + place] ?? '')
  return items.every(item => /^\d+$/.test(item)) ? items.join('.') : null
}

const namesOf = (branch: string): string[] => (branch === '' ? [] : branch.split('.'))
