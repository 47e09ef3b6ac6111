import { quoted } from './quoted.ts'

/** Way out of a member: the node, and the label of the arrow that leaves it. */
export interface Exit {
  readonly from: string
  readonly label?: string
}

/** Nodes by which control enters and leaves a member. */
export interface Ends {
  readonly entry: string
  readonly exits: readonly Exit[]
}

/** Arrow of control flow. */
export const arrow = ({ from, label }: Exit, to: string): string =>
  label === undefined ? `  ${from} --> ${to}` : `  ${from} -- ${quoted(label)} --> ${to}`
