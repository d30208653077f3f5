export declare const withImportRules: <Settings extends object>(settings: Settings) => Settings
