// A position is an average over days and devices, so a group reaches half a place beyond its whole numbers: 3.4 is in the
// top 3, 3.5 is not. Every count and filter of groups uses these ends.

/** Where each group of positions ends; the end itself belongs to the next one. */
export const BAND_ENDS = { top3: 3.5, '4-10': 10.5, '11-20': 20.5, '21-50': 50.5 } as const

/** An alert takes a top as lost so many places beyond its end: a keyword that comes and goes at the end fires nothing. */
export const LOSS_MARGIN = 0.5

/** Where groups of positions are read. */
export const BANDS_ROUNDED = 'Positions are rounded: 3.49 is in the top 3, 3.50 is not.'

export const RANK_BANDS = ['top3', '4-10', '11-20', '21-50', '51+', 'none'] as const
