/** Above this many brands their number is typed before anything is sent. */
const TYPED_ABOVE = 10

export const numberToType = (brands: number): string | null => (brands > TYPED_ABOVE ? String(brands) : null)
