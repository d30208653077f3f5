// Browsers stop at some height of one element (Firefox at about 17.8 M px, Chromium at 33.5 M px, half of it at 200 %
// zoom). Beyond a safe height the list is drawn in a shorter box and the scroll offset is stretched.

const SAFE_HEIGHT_PX = 8_000_000

export type TallList = {
  /** Height of the box that scrolls. */
  readonly boxPx: number
  /** Virtual pixels per scrolled pixel; 1 for lists that fit. */
  readonly stretch: number
}

export const tallList = (rows: number, rowHeightPx: number, viewportPx: number): TallList => {
  const fullPx = rows * rowHeightPx
  if (fullPx <= SAFE_HEIGHT_PX || viewportPx >= SAFE_HEIGHT_PX) return { boxPx: fullPx, stretch: 1 }
  return { boxPx: SAFE_HEIGHT_PX, stretch: (fullPx - viewportPx) / (SAFE_HEIGHT_PX - viewportPx) }
}
