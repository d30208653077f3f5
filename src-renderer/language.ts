// Imported before everything else: a Chromium without a locale calls its language `en-US@posix`, which Intl refuses,
// and uPlot formats numbers in it as it loads. Such a language is answered with plain `en-US`.
const isKnown = (language: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}

if (!isKnown(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
