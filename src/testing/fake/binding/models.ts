/** Facts of a model that bear on reasoning; `id` is the beginning of its ids. */
export interface BindingModel {
  readonly id: string
  /** Whether its reasoning is bound to what precedes it. */
  readonly binds: boolean
  /** Beginnings of ids of models whose reasoning it reads, besides its own. */
  readonly reads: readonly string[]
}

/** Returns the row of a model: the one with the longest id that the given id begins with. */
export const rowOf = <Row extends BindingModel>(rows: readonly Row[], model: string, otherwise: Row): Row =>
  rows
    .filter(row => model.startsWith(row.id))
    .reduce<Row | null>(
      (best, row) => (best !== null && best.id.length >= row.id.length ? best : row),
      null,
    ) ?? otherwise

/** Whether a model reads the reasoning of another. */
export const reads = (reader: BindingModel, maker: BindingModel): boolean =>
  reader.id === maker.id || reader.reads.includes(maker.id)
