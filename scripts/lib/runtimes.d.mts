/** The Electron program, or null. */
export declare const findElectron: (env?: NodeJS.ProcessEnv, packageFolder?: string) => string | null
export declare const hasDisplay: (env?: NodeJS.ProcessEnv) => boolean
/** An installed Chrome, Edge or Chromium, or null. */
export declare const findBrowser: (env?: NodeJS.ProcessEnv) => string | null
