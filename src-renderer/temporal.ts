/** Browsers with a Temporal of their own load nothing. */
export const loadTemporal = async (): Promise<void> => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
}
