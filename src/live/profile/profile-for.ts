import { suggestKnown } from '../../text/suggest.ts'
import { type Profile, profiles } from './profile.ts'

/** Returns the name by which patterns know a model: a path of Vertex AI as it is, any other without its prefix. */
const nameOf = (model: string): string =>
  /^(?:projects|publishers)\//.test(model) ? model : model.slice(model.lastIndexOf('/') + 1)

/** Returns a profile by its name, or that of a model; null if there is none. */
export function profileFor(model: string, name?: string): Profile | null {
  if (name !== undefined) return Object.hasOwn(profiles, name) ? (profiles[name] ?? null) : null
  const called = nameOf(model)
  const fits = ({ models = [] }: Profile): boolean =>
    models.some(pattern => new RegExp(`^(?:${pattern})$`).test(called))
  return Object.values(profiles).find(fits) ?? null
}

/** Returns the words that name the profile which is most like that of an unknown model, or all of them. */
export function profileHint(model: string): string {
  const names = Object.keys(profiles)
  const [vendor, number] = [/gemini|gpt-live|gpt|realtime/i.exec(model)?.[0], /\d+/.exec(model)?.[0]]
  const family = names.filter(name => vendor !== undefined && name.includes(vendor.toLowerCase()))
  const [first] = family.filter(name => number !== undefined && name.includes(`-${number}.`)).concat(family)
  return first === undefined
    ? suggestKnown(model, names)
    : `the nearest one is profile: '${first}'; others are ${names.filter(name => name !== first).join(', ')}, or your own`
}
