const PREFIX = 'd'

/** A delivery's id as the desk and the sender see it, of its number in inbox.db. */
export const deliveryId = (no: number): string => `${PREFIX}${no}`
/** 0, which no delivery has, where the text is no id. */
export const deliveryNo = (id: string): number => (/^d\d{1,15}$/.test(id) ? Number(id.slice(PREFIX.length)) : 0)
