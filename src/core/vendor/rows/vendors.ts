import { bareModel } from './bare-model.ts'

/** Prefixes of a vendor's model ids. `except` lists the prefixes of models that the vendor's own API does not serve. */
interface Models {
  readonly begin: readonly string[]
  readonly except: readonly string[]
}

/** Models of each vendor that has an API of its own. */
export const vendors = {
  openai: {
    begin: ['gpt-', 'chatgpt-', 'chat-latest', 'o0', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9'],
    // Any host may serve the open gpt-oss models, but OpenAI's own API does not.
    except: ['gpt-oss'],
  },
  anthropic: { begin: ['claude-'], except: [] },
  google: { begin: ['gemini-'], except: [] },
} as const satisfies Readonly<Record<string, Models>>

/** Type of the table of vendors, from which the types of requests are derived. */
export type Vendors = typeof vendors

/** Name of a vendor with an API of its own. */
export type VendorName = keyof Vendors

/** Returns the vendor whose API serves a model id; null if the id does not show the vendor. */
export function vendorOf(model: string): VendorName | null {
  const id = bareModel(model)
  const isOf = ({ begin, except }: Models): boolean =>
    begin.some(start => id.startsWith(start)) && !except.some(start => id.startsWith(start))
  return (Object.keys(vendors) as VendorName[]).find(name => isOf(vendors[name])) ?? null
}

/**
 * Whether OpenAI's own API serves a model under this id. A model with a provider's prefix is served by another host.
 */
export const isOpenAIs = (model: string): boolean => vendorOf(model) === 'openai' && !model.includes('/')
