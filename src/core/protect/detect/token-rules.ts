import { alphabets } from './chars.ts'
import file from './tokens.json' with { type: 'json' }

/** Rule for tokens with a public format. */
export interface TokenRule {
  readonly kind: string
  /** Fixed beginning of the token, after its optional `before` characters. */
  readonly prefix: string
  /** Alphabet of the body, as bits. */
  readonly alphabet: number
  readonly least: number
  readonly most: number
  /** Checksum at the end of the body. If it is valid, the token counts even if it looks like an example. */
  readonly checksum?: 'crc32'
  /** Characters that belong to the token but precede its prefix. */
  readonly before?: { readonly alphabet: number; readonly least: number; readonly most: number }
  /** Length of the part of the body before its first dot. */
  readonly dotAt?: number
  /** Whether the body must have digits and letters of both cases, because the prefix also occurs in code. */
  readonly mixed?: boolean
  /** Whether digits and an underscore are placed between prefix and body. */
  readonly digitsBefore?: boolean
  /** Allowed first characters of the token. */
  readonly begins?: string
  /** Whether the prefix may directly follow a letter or digit. */
  readonly anywhere?: boolean
}

type Row = (typeof file.rules)[number] &
  Partial<Pick<TokenRule, 'begins' | 'mixed' | 'dotAt' | 'digitsBefore' | 'anywhere'>>

const alphabetOf = (name: string): number => {
  const found = alphabets[name]
  if (found === undefined) throw new Error(`the rule table names no alphabet ${name}`)
  return found
}

/** Token rules of the table, one for each prefix. */
export const tokenRules: readonly TokenRule[] = (file.rules as readonly Row[]).flatMap(row =>
  row.prefixes.map(prefix => {
    const { kind, least, begins, mixed, dotAt, digitsBefore, anywhere } = row
    const before =
      'before' in row && row.before ? { ...row.before, alphabet: alphabetOf(row.before.alphabet) } : undefined
    return {
      kind,
      prefix,
      alphabet: alphabetOf(row.alphabet),
      least,
      most: row.most ?? 8_000,
      ...('checksum' in row && { checksum: 'crc32' as const }),
      ...(before && { before }),
      ...(begins !== undefined && { begins }),
      ...(mixed && { mixed }),
      ...(dotAt !== undefined && { dotAt }),
      ...(digitsBefore && { digitsBefore }),
      ...(anywhere && { anywhere }),
    }
  }),
)
