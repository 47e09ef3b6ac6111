import { type Profile, profiles } from './profile.ts'

/** Returns a profile by its name, or that of a model whose name begins with it; null if there is none. */
export function profileFor(model: string, name?: string): Profile | null {
  const last = model.slice(model.lastIndexOf('/') + 1)
  const known = name ?? Object.keys(profiles).find(each => last.startsWith(each))
  return known !== undefined && Object.hasOwn(profiles, known) ? (profiles[known] ?? null) : null
}
