/** By the id of a defect, what shows that it is none here. */
export type Shows = Readonly<Record<string, () => Promise<void>>>
