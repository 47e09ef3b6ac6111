import type { Level } from '../../core/diag/catalogue.ts'
import { type Code, catalogue, codeName } from '../../core/diag/catalogue.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import { text } from '../../core/form/check.ts'
import { readOptions } from '../../core/form/options.ts'

/** Level of a finding, as SARIF names it. */
export type SARIFLevel = 'error' | 'warning' | 'note'

/** Log of findings in the format SARIF 2.1.0, which other tools read. */
export interface SARIFLog {
  readonly $schema: string
  readonly version: '2.1.0'
  readonly runs: readonly SARIFRun[]
}

/** Run of `ctxc check` in a SARIF log. */
export interface SARIFRun {
  readonly tool: { readonly driver: { readonly name: string; readonly rules: readonly SARIFRule[] } }
  readonly results: readonly SARIFResult[]
}

/** Diagnostic code that occurs in the findings, as a SARIF rule. */
export interface SARIFRule {
  readonly id: string
  readonly shortDescription: { readonly text: string }
  readonly defaultConfiguration: { readonly level: SARIFLevel }
}

/** Finding of `ctxc check`, as a SARIF result. */
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

/** Origin of the findings: the program's file, and the name of its export. */
export interface SARIFOptions {
  /** Program file as a URI: its path relative to the root of the project. */
  readonly file?: string
  /** Name under which the file exports the program. It is the beginning of each finding's path. */
  readonly program?: string
}

/** Findings of one program. */
interface Findings {
  readonly diagnostics: readonly Diagnostic[]
  readonly file: string | undefined
  readonly program: string | undefined
}

const levels: Readonly<Record<Level, SARIFLevel>> = { error: 'error', warn: 'warning', info: 'note' }

/**
 * Converts findings to SARIF 2.1.0, which code hosts and editors read. Findings name a path in the program, not a line
 * of a file, because declarations are plain data when they are checked.
 *
 * @example
 * import { agent } from 'ctxc'
 * import { check, toSARIF } from 'ctxc/check'
 *
 * const { diagnostics } = check(agent({ name: 'booker', instruction: 'The intent is: {intent}' }))
 * const log = toSARIF(diagnostics, { file: 'src/app.ts' })
 * console.log(log.runs[0]?.results[0]?.ruleId) // CX1001
 */
export function toSARIF(diagnostics: readonly Diagnostic[], options: SARIFOptions = {}): SARIFLog {
  const { file, program } = readOptions<SARIFOptions>(
    { takes: { file: text, program: text } },
    options,
    'toSARIF',
  )
  return sarifOf([{ diagnostics, file, program }])
}

/** Converts the findings of several programs to one run. */
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
  // Code hosts show only results with a line, so every result points to line 1 of the file.
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
