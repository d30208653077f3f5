/** An installed Chrome, Edge or Chromium, or null. */
export declare const findBrowser: (env?: NodeJS.ProcessEnv) => string | null
