/** Importance of a block: `critical` is never dropped, `archive` is never included. */
export type Tier = 'critical' | 'important' | 'supplementary' | 'archive'

/** Time for which a block's bytes stay unchanged; the layout puts the longest-lived first. */
export type Stability = 'static' | 'session' | 'turn' | 'volatile'
