// Imported before everything else: a Chromium without a locale calls its language `en-US@posix`, which Intl refuses,
// and uPlot formats numbers in it as it loads. Such a language is answered with plain `en-US`.
const isWellFormed = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

if (!isWellFormed(navigator.language))
  Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
