export declare const packageArguments: (env: NodeJS.ProcessEnv, platform: NodeJS.Platform) => string[]
