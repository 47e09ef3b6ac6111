import type { TargetName } from './target-name.ts'

/** Declarations before the messages whose changes may be appended to a conversation. */
export const declarationNames = ['instruction', 'tools', 'format', 'effort'] as const

/** Declaration before the messages whose changes may be appended to a conversation; `format` is the output schema. */
export type DeclarationName = (typeof declarationNames)[number]

/** A declaration in a request: as JSON, and a digest of it. */
export interface DeclaredValue {
  readonly json: string
  /** Digest of the JSON at the time of the request. A store that removes protected values changes only the JSON. */
  readonly digest: string
}

/**
 * Declarations of an agent that its requests contain before the messages. Some models bind reasoning to them, so a
 * later change is appended to the conversation instead. Written by a compile.
 */
export interface AgentDeclarations {
  readonly agent: string
  readonly target: TargetName
  /**
   * Set if requests begin with these declarations. Otherwise the event announces a change, and `values` contains only
   * the declarations that changed.
   */
  readonly begins?: true
  /** Set if the event announces all changes since the beginning again, because their messages are no longer sent. */
  readonly restates?: true
  readonly values: Readonly<Partial<Record<DeclarationName, DeclaredValue>>>
}
