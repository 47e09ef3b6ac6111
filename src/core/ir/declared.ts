import type { TargetName } from './target-name.ts'

/** A declaration in a request: as JSON, and a digest by which a changed JSON is detected. */
export interface DeclaredValue {
  readonly json: string
  readonly digest: string
}

/**
 * Declarations of an agent that its requests contain before the messages. Some models bind reasoning to them, so a
 * later change is appended to the conversation instead. Written by a compile.
 */
export interface AgentDeclarations {
  readonly agent: string
  readonly target: TargetName
  /** API whose form the announced changes have; absent if the target has only one API. */
  readonly api?: string
  /**
   * Set if requests begin with these declarations. Otherwise the event announces a change, and `values` contains only
   * the declarations that changed.
   */
  readonly begins?: true
  /** Set if the event announces all changes since the beginning again, because their messages are no longer sent. */
  readonly restates?: true
  readonly values: {
    readonly instruction?: DeclaredValue
    readonly tools?: DeclaredValue
    /** Output schema. */
    readonly format?: DeclaredValue
    readonly effort?: DeclaredValue
  }
}

/** Declaration before the messages whose changes may be appended to a conversation. */
export type DeclarationName = keyof AgentDeclarations['values']

/** Names of all such declarations, in the order of a request. */
export const declarationNames = Object.keys({
  instruction: true,
  tools: true,
  format: true,
  effort: true,
} satisfies Record<DeclarationName, true>) as DeclarationName[]
