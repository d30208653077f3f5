/** An installed Chrome, Edge or Chromium, or null. */
export declare const findBrowser: (
  env?: NodeJS.ProcessEnv,
  options?: { readonly platform?: NodeJS.Platform; readonly isThere?: (file: string) => boolean },
) => string | null
