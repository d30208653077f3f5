/** An installed Chrome, Edge or Chromium, or null. */
export declare const findBrowser: (
  env?: NodeJS.ProcessEnv,
  options?: { readonly platform?: NodeJS.Platform; readonly isThere?: (file: string) => boolean },
) => string | null

export declare const isSnap: (file: string, options?: { readonly isThere?: (file: string) => boolean }) => boolean
