/** Function that returns the exports of a module, by the module's name in a declaration. */
export type LoadModule = (
  module: string,
) => Readonly<Record<string, unknown>> | Promise<Readonly<Record<string, unknown>>>
