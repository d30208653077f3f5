/** Begins where a word begins, so that a long one is looked at once. */
const ADDRESS = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu

/** The text without e-mail addresses. */
export const maskAddresses = (text: string): string => (text.includes('@') ? text.replace(ADDRESS, '[address]') : text)
