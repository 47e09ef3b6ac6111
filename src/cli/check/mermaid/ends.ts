/** Quotes a text for Mermaid: every character that could end or format a label is replaced by its character code. */
export const quoteForMermaid = (text: string): string =>
  `"${text.replace(/[#"&<>`;\\[\]{}()|*_~]/g, sign => `#${sign.charCodeAt(0)};`)}"`

/** Diagram node by which control leaves a member, and the label of the arrow from this node. */
export interface Exit {
  readonly from: string
  readonly label?: string
}

/** Diagram nodes by which control enters and leaves a member. */
export interface NodeEnds {
  readonly entry: string
  readonly exits: readonly Exit[]
}

/** Arrow of control flow between two diagram nodes. */
export const arrowLine = ({ from, label }: Exit, to: string): string =>
  label === undefined ? `  ${from} --> ${to}` : `  ${from} -- ${quoteForMermaid(label)} --> ${to}`
