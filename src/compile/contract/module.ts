/** Gets what a module exports, by the name that a declaration gives it. */
export type LoadModule = (
  module: string,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
