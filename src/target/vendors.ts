import { bareModel } from './facts.ts'

/** Beginnings of the ids of a vendor's models, and of those among them that its own API does not serve. */
interface Models {
  readonly begin: readonly string[]
  readonly except: readonly string[]
}

/** The models of each vendor that has an API of its own. */
export const vendors = {
  openai: {
    begin: ['gpt-', 'chatgpt-', 'chat-latest', 'o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9'],
    // The open gpt-oss models run anywhere but behind OpenAI's own API.
    except: ['gpt-oss'],
  },
  anthropic: { begin: ['claude-'], except: [] },
  google: { begin: ['gemini-'], except: [] },
} as const satisfies Readonly<Record<string, Models>>

/** Type of the table: types of requests are read off it. */
export type Vendors = typeof vendors

/** A vendor with an API of its own. */
export type VendorName = keyof Vendors

/** The vendor whose API a model id belongs to; null when the id does not tell. */
export function vendorOf(model: string): VendorName | null {
  const id = bareModel(model)
  const isOf = ({ begin, except }: Models): boolean =>
    begin.some(start => id.startsWith(start)) && !except.some(start => id.startsWith(start))
  return (Object.keys(vendors) as VendorName[]).find(name => isOf(vendors[name])) ?? null
}

/** Whether OpenAI's own API serves a model under this id: there no provider stands in front. */
export const isOpenAIs = (model: string): boolean => vendorOf(model) === 'openai' && !model.includes('/')
