import { type Code, catalogue, codeName } from '../diag/catalogue.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Level } from '../diag/level.ts'

/** Name of a level in SARIF. */
export type SARIFLevel = 'error' | 'warning' | 'note'

/** A log of findings as tools read it: SARIF 2.1.0. */
export interface SARIFLog {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly SARIFRun[]
}

/** One run of `check`. */
export interface SARIFRun {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly SARIFRule[] } }
  readonly results: readonly SARIFResult[]
}

/** A code that was found. */
export interface SARIFRule {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly defaultConfiguration: { readonly level: SARIFLevel }
}

/** One finding. */
export interface SARIFResult {
  readonly ruleId: string
  readonly ruleIndex: number
  readonly level: SARIFLevel
  readonly message: { readonly text: string }
  readonly locations?: readonly {
    readonly physicalLocation?: {
      readonly artifactLocation: { readonly uri: string }
      readonly region: { readonly startLine: number }
    }
    readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[]
  }[]
}

/** Origin of the findings. */
export interface SARIFOptions {
  /** The file that holds the program, as a URI: a path from the root of the project. */
  readonly file?: string
  /** The name that the file exports the program under; it stands before each place. */
  readonly program?: string
}

/** The findings of one program. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[]
  readonly file: string | undefined
  readonly program: string | undefined
}

const levels: Readonly<Record<Level, SARIFLevel>> = { error: 'error', warn: 'warning', info: 'note' }

/**
 * Findings as SARIF 2.1.0, which code hosts and editors read. A place is a path into the program, not a line of a file:
 * the declarations are data by then.
 *
 * @example
 * import { agent, check, toSARIF } from 'ctxc'
 *
 * const { diagnostics } = check(agent({ name: 'booker', instruction: 'The intent is: {intent}' }))
 * const log = toSARIF(diagnostics, { file: 'src/app.ts' })
 * console.log(log.runs[0]?.results[0]?.ruleId) // CX1001
 */
export function toSARIF(diagnostics: readonly Diagnostic[], { file, program }: SARIFOptions = {}): SARIFLog {
  return sarifOf([{ diagnostics, file, program }])
}

/** The findings of several programs as one run. */
export function sarifOf(programs: readonly Findings[]): SARIFLog {
  const codes = [
    ...new Set(programs.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))),
  ].sort()
  const rules = codes.map((code: Code) => ({
    id: code,
    shortDescription: { text: codeName(code) },
    defaultConfiguration: { level: levels[catalogue[code][0]] },
  }))
  const results = programs.flatMap(findings =>
    findings.diagnostics.map(diagnostic => resultOf(diagnostic, codes.indexOf(diagnostic.code), findings)),
  )
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver: { name: 'ctxc', rules } }, results }],
  }
}

function resultOf(diagnostic: Diagnostic, ruleIndex: number, { file, program }: Findings): SARIFResult {
  const { code, level, message, at, notes, help } = diagnostic
  // Code hosts show only what has a line: the first stands for the file.
  const physicalLocation =
    file === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: file }, region: { startLine: 1 } } }
  const locations = at.map(place => ({
    ...physicalLocation,
    logicalLocations: [{ fullyQualifiedName: program === undefined ? place : `${program} ${place}` }],
  }))
  return {
    ruleId: code,
    ruleIndex,
    level: levels[level],
    message: { text: [message, ...notes, ...(help === null ? [] : [`help: ${help}`])].join('\n') },
    ...(locations.length > 0 && { locations }),
  }
}
