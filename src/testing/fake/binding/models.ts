/** Facts about the reasoning of a model; `id` is the prefix of its ids. */
export interface BindingModel {
  readonly id: string
  /** Whether the model's reasoning is bound to the content before it. */
  readonly binds: boolean
  /** Id prefixes of other models whose reasoning the model reads. */
  readonly reads: readonly string[]
}

/** Returns the row of a model: the row with the longest `id` that is a prefix of the given id. */
export const rowOf = <Row extends BindingModel>(rows: readonly Row[], model: string, otherwise: Row): Row =>
  rows
    .filter(row => model.startsWith(row.id))
    .reduce<Row | null>(
      (best, row) => (best !== null && best.id.length >= row.id.length ? best : row),
      null,
    ) ?? otherwise

/** Whether a model reads the reasoning of another. */
export const readsThoughtsOf = (reader: BindingModel, maker: BindingModel): boolean =>
  reader.id === maker.id || reader.reads.includes(maker.id)
