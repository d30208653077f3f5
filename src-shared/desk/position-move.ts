/** Smaller changes of a position are noise of its average: they count as no move. */
export const POSITION_MOVE_MIN = 0.5

/** Current minus previous, so a negative change is a climb. */
export const positionMove = (change: number): 'up' | 'down' | 'same' => {
  if (Math.abs(change) < POSITION_MOVE_MIN) return 'same'
  return change < 0 ? 'up' : 'down'
}
