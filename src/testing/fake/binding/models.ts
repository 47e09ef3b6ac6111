/** Rules of a model for reasoning; `id` is the beginning of the model's ids. */
export interface BindingModel {
  readonly id: string
  /** Whether the model's reasoning is valid only after unchanged content. */
  readonly binds: boolean
  /** Id prefixes of other models whose reasoning the model reads. */
  readonly reads: readonly string[]
}

/** Returns the row of a model: of the rows whose `id` begins the given id, the row with the longest `id`. */
export const longestPrefixRow = <Row extends BindingModel>(
  rows: readonly Row[],
  model: string,
  otherwise: Row,
): Row =>
  rows
    .filter(row => model.startsWith(row.id))
    .reduce<Row | null>(
      (best, row) => (best !== null && best.id.length >= row.id.length ? best : row),
      null,
    ) ?? otherwise

/** Whether one model can read the reasoning of another model. */
export const readsThoughtsOf = (reader: BindingModel, maker: BindingModel): boolean =>
  reader.id === maker.id || reader.reads.includes(maker.id)
