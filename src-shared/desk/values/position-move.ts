/** Smaller changes of a position are noise of its average: they count as no move. A negative change is a climb. */
export const POSITION_MOVE_MIN = 0.5
